import { type Assistant, type Entry, type Launch, serverName, Unusable } from './assistant.ts';
import { configMessages } from './messages.ts';

/** What assistants are to do: start the server, or reach one that runs already. */
export type Target = { readonly launch: Launch } | Served;

export interface Served {
  readonly url: string;
  /** The variable of the assistant's environment with the token of each request; undefined: none is wanted. */
  readonly tokenVariable: string | undefined;
  /** What assistants start that only start servers; undefined: there is nothing that reaches it for them. */
  readonly bridge: Launch | undefined;
}

/** What the assistant keeps of the server. @throws Unusable where it has no way to it */
export function entryFor({ entry, remote, variable }: Assistant, target: Target): Entry {
  if ('launch' in target) return entry(target.launch, serverName);
  const { url, tokenVariable, bridge } = target;
  if (tokenVariable !== undefined && !(remote && variable)) throw new Unusable(configMessages.wantsToken);
  if (remote) return remote({ url, token: tokenVariable && variable?.(tokenVariable) }, serverName);
  if (bridge) return entry(bridge, serverName);
  throw new Unusable(configMessages.noBridge);
}
