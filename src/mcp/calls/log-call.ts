import type { CallEvent, Log } from '../../observability/log.ts';
import type { RequestContext } from './request-context.ts';

interface Logging extends Pick<RequestContext, 'principal' | 'trace'> {
  readonly services: { readonly log: Pick<Log, 'call'> };
  readonly label: string;
  /** Start time on the monotonic clock. */
  readonly began: number;
}

export const logged = (call: Logging & { readonly status: number }): void =>
  logCall(call, { status: call.status });

/** @param outcome an HTTP status, an error, or the code of a refusal */
export function logCall(
  { services, label, trace, principal, began }: Logging,
  outcome: Pick<CallEvent, 'status' | 'error' | 'refusal'>,
): void {
  trace.outcome = { label, ...outcome };
  const { requestId, atService } = trace;
  const serviceMs = atService.ms;
  services.log.call({ tool: label, request: requestId, caller: principal.id, began, serviceMs, ...outcome });
}
