import type { Arguments } from '../../api/client/build-request.ts';
import type { Operation } from '../../contract/operations/operation.ts';
import { checkOutbound } from './check-outbound.ts';
import { checkFetched, type FetchRule } from './fetch-hosts.ts';
import type { MarkupChoice } from './markup-choice.ts';

interface Checking {
  readonly services: {
    readonly policy: { readonly fetching?: FetchRule | undefined; readonly markup?: MarkupChoice };
  };
  readonly definition: Operation;
  readonly args: Arguments;
}

interface Checked {
  readonly links: readonly string[];
}

/** Step: what would reach people, and hosts to fetch from; gives the links to be shown. @throws InvalidArgumentsError */
export function outboundChecked(call: Checking): Checked | Promise<Checked> {
  const { definition, args, services } = call;
  const isShown = definition.html !== undefined || definition.links !== undefined;
  if (isShown) return linksChecked(call);
  checkFetched(services.policy, definition, args);
  return { links: [] };
}

async function linksChecked({ services, definition, args }: Checking): Promise<Checked> {
  const links = await checkOutbound(definition, args, services.policy.markup);
  checkFetched(services.policy, definition, args);
  return { links };
}
