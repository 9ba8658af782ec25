import type { Arguments } from '../../api/client/build-request.ts';
import type { Deployment } from '../../contract/operations/deployment.ts';
import type { Operation } from '../../contract/operations/operation.ts';
import { checkOutbound } from './check-outbound.ts';
import { checkFetched, type FetchRule } from './fetch-hosts.ts';
import type { MarkupChoice } from './markup-choice.ts';
import { withoutHeld } from './without-held.ts';

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

/**
 * Pipeline step: checks the text that people will see and the hosts from which the service will fetch data. Returns the
 * links, so that the confirmation can show them.
 * @throws InvalidArgumentsError
 */
export function outboundChecked(call: Checking): Checked | Promise<Checked> {
  const { definition, args, services } = call;
  const isShown = definition.html !== undefined || definition.links !== undefined;
  if (isShown && !isOutboundAtTimes(definition)) return linksChecked(call);
  checkFetched(services.policy, definition, args);
  return { links: [] };
}

interface CheckingCalled extends Checking {
  readonly services: Checking['services'] & { readonly deployment: { readonly operations: Deployment } };
  /** The operation with the access classes of this call, such as `outbound`. */
  readonly called: Operation;
  /** Returns the target record. Default: not read, so all text counts as new. */
  readonly target?: () => Promise<unknown>;
}

/**
 * Pipeline step: makes the same check for an operation that is outbound only in some calls. Skips text that the record
 * already contains, because the service's own editor may have written it.
 * @throws InvalidArgumentsError
 */
export function outboundCheckedAsCalled(call: CheckingCalled): Promise<Checked> | undefined {
  return isOutboundAtTimes(call.definition) && call.called.risk === 'outbound' ? newChecked(call) : undefined;
}

const isOutboundAtTimes = ({ outboundIf, risk }: Operation) => outboundIf !== undefined && risk === undefined;

async function newChecked({ definition, args, services, target }: CheckingCalled): Promise<Checked> {
  const names = services.deployment.operations(definition);
  const fresh = withoutHeld(definition, args, { record: await target?.(), names });
  return { links: await checkOutbound(definition, fresh, services.policy.markup) };
}

async function linksChecked({ services, definition, args }: Checking): Promise<Checked> {
  const links = await checkOutbound(definition, args, services.policy.markup);
  checkFetched(services.policy, definition, args);
  return { links };
}
