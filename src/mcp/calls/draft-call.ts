import type { ServerContext } from '@modelcontextprotocol/server';
import type { Arguments, Draft } from '../../api/client/build-request.ts';
import { pinFiles } from '../../api/client/pin-files.ts';
import { type FileOptions, movesFiles } from '../../api/client/transfer.ts';
import type { SharedFolder } from '../../api/files/shared-folder.ts';
import type { Operation } from '../../contract/operation.ts';
import { verdictOn } from '../guards/allowed.ts';
import type { Policy } from '../guards/policy.ts';
import { type Completed, completeArguments } from '../input/complete-arguments.ts';
import { keepBytes } from '../output/file-content.ts';
import type { ByHand } from './by-hand.ts';
import { progressReporter } from './progress.ts';

/** Makes what is sent of checked arguments. @throws InvalidArgumentsError, ConfigurationError */
export type DraftRequest = (operation: Operation, args: Arguments) => Draft;

interface Drafting {
  readonly services: { readonly draft: DraftRequest };
  readonly called: Operation;
}

/** Step: exactly what will be sent: the question, the record of changes and the request are all read from it. */
export const drafted = (call: Drafting & { readonly args: Arguments }): { draft: Draft } => ({
  draft: call.services.draft(call.called, call.args),
});

interface Completing extends Drafting {
  readonly services: Drafting['services'] & {
    readonly policy: Policy;
    readonly exchange?: SharedFolder | undefined;
  };
  readonly definition: Operation;
  readonly args: Arguments;
  readonly target: () => Promise<unknown>;
}

/** Step: the same with what a change would lose or miss otherwise, and with the files as they are now. */
export async function draftedWhole(call: Completing): Promise<{ draft: Draft; dropped: Completed['lost'] }> {
  const { services, definition, called, args, target } = call;
  const { args: complete, lost: dropped } = await completeArguments(definition, args, target);
  const draft = services.draft(called, complete);
  const { isAsked } = verdictOn(services.policy, called);
  return { draft: isAsked ? await pinFiles(draft, services.exchange) : draft, dropped };
}

/** What is done with the files of an operation; undefined for the many that move none. */
export function filesOf(
  services: { readonly exchange?: SharedFolder | undefined; readonly byHand?: ByHand | undefined },
  definition: Operation,
  context: ServerContext,
): FileOptions | undefined {
  if (!movesFiles(definition)) return undefined;
  const { byHand, exchange } = services;
  return byHand?.files ?? { exchange, keepBytes, onProgress: progressReporter(context) };
}
