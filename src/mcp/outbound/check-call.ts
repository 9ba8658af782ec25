import type { Arguments } from '../../api/client/build-request.ts';
import type { Operation } from '../../contract/operation.ts';
import { checkOutbound } from './check-outbound.ts';
import { checkFetched, type FetchRule } from './fetch-hosts.ts';

/** Step: what would reach people, and hosts to fetch from; gives the links to be shown. @throws InvalidArgumentsError */
export async function outboundChecked({
  services,
  definition,
  args,
}: {
  readonly services: { readonly policy: { readonly fetching?: FetchRule | undefined } };
  readonly definition: Operation;
  readonly args: Arguments;
}): Promise<{ links: readonly string[] }> {
  const links = await checkOutbound(definition, args);
  checkFetched(services.policy, definition, args);
  return { links };
}
