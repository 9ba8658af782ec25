import { type Assistant, type Entry, type Launch, serverName, Unusable } from './assistant.ts';
import { configMessages } from './messages.ts';

/** Way in which assistants reach the server. They either start it or connect to a running one. */
export type Target = { readonly launch: Launch } | Served;

export interface Served {
  readonly url: string;
  /** Environment variable with the token for each request. Undefined if no token is needed. */
  readonly tokenVariable: string | undefined;
  /** Command that connects assistants which can only start servers. Undefined if there is no such command. */
  readonly bridge: Launch | undefined;
}

/** Returns the entry for an assistant. @throws Unusable if the assistant cannot connect to the server */
export function entryFor({ entry, remote, variable }: Assistant, target: Target): Entry {
  if ('launch' in target) return entry(target.launch, serverName);
  const { url, tokenVariable, bridge } = target;
  if (tokenVariable !== undefined && !(remote && variable)) throw new Unusable(configMessages.wantsToken);
  if (remote) return remote({ url, token: tokenVariable && variable?.(tokenVariable) }, serverName);
  if (bridge) return entry(bridge, serverName);
  throw new Unusable(configMessages.noBridge);
}
