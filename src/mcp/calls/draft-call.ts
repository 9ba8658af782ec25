import type { ServerContext } from '@modelcontextprotocol/server';
import type { Arguments, Draft } from '../../api/client/build-request.ts';
import type { Principal } from '../../api/client/executor.ts';
import { pinFiles } from '../../api/client/pin-files.ts';
import { type FileOptions, movesFiles } from '../../api/client/transfer.ts';
import type { SharedFolder } from '../../api/files/shared-folder.ts';
import type { Deployment } from '../../contract/operations/deployment.ts';
import type { Operation } from '../../contract/operations/operation.ts';
import { verdictOn } from '../guards/allowed.ts';
import type { Policy } from '../guards/policy.ts';
import { carriedOver } from '../input/carried/carry-over.ts';
import { type Completed, completeArguments } from '../input/complete-arguments.ts';
import { keepBytes } from '../output/file-content.ts';
import type { ByHand } from './by-hand.ts';
import { progressReporter } from './progress.ts';

/** Creates the draft of a request from validated arguments. @throws InvalidArgumentsError, ConfigurationError */
export type DraftRequest = (operation: Operation, args: Arguments) => Draft;

interface Drafting {
  readonly services: { readonly draft: DraftRequest };
  readonly called: Operation;
}

interface Knowing {
  readonly services: { readonly deployment: Knowledge };
  readonly principal: Pick<Principal, 'tokens'>;
}

/** The names that a deployment uses. They may still be loading. */
export interface Knowledge {
  /** @returns a promise that resolves when the names are known; undefined if nothing is loading */
  known(credentials: Principal['tokens']): Promise<void> | undefined;
  readonly operations: Deployment;
}

/** Pipeline step: waits until the deployment's names are known. */
export const deploymentKnown = ({ services, principal }: Knowing): Promise<void> | undefined =>
  services.deployment.known(principal.tokens);

/** Pipeline step: creates the draft, on which the confirmation, the audit log and the request are based. */
export const drafted = (call: Drafting & { readonly args: Arguments }): { draft: Draft } => ({
  draft: call.services.draft(call.called, call.args),
});

interface Completing extends Drafting {
  readonly services: Drafting['services'] & {
    readonly deployment: Knowledge;
    readonly policy: Policy;
    readonly exchange?: SharedFolder | undefined;
  };
  readonly definition: Operation;
  readonly args: Arguments;
  readonly target: () => Promise<unknown>;
  readonly targetAsWritten: () => Promise<unknown>;
}

interface Drafted {
  readonly draft: Draft;
  readonly dropped: Completed['lost'];
  /** Arguments that the caller omitted and whose values come from the record. */
  readonly filled: Arguments;
}

/**
 * Pipeline step: creates the draft and adds values from the record that the change requires or would otherwise lose. If
 * a person must confirm, also adds the size and hash of each file.
 */
export function draftedWhole(call: Completing): Drafted | Promise<Drafted> {
  const { definition, args, target } = call;
  const completed = completeArguments(definition, args, target);
  return completed instanceof Promise
    ? completed.then((whole) => draftOf(call, whole))
    : pinnedOf(call, completed, call.services.draft(call.called, completed.args));
}

/** Creates the draft and adds those values of the record that the arguments do not contain. */
async function draftOf(call: Completing, completed: Completed): Promise<Drafted> {
  const { services, definition, called } = call;
  const draft = services.draft(called, completed.args);
  const names = services.deployment.operations(definition);
  const answer = await call.targetAsWritten();
  const whole = carriedOver(draft, { operation: definition, given: call.args, answer, names });
  return pinnedOf(call, completed, whole);
}

function pinnedOf(call: Completing, { args, lost }: Completed, draft: Draft): Drafted | Promise<Drafted> {
  const { services, definition, called } = call;
  const left = Object.keys(definition.fills ?? {}).filter((name) => call.args[name] === undefined);
  const filled = Object.fromEntries(left.flatMap((name) => (args[name] == null ? [] : [[name, args[name]]])));
  const drafted = { draft, dropped: lost, filled };
  if (!verdictOn(services.policy, called).isAsked) return drafted;
  return pinFiles(draft, services.exchange).then((pinned) => ({ ...drafted, draft: pinned }));
}

/** Returns the options for the files of an operation. Returns undefined if the operation transfers none. */
export function filesOf(
  services: { readonly exchange?: SharedFolder | undefined; readonly byHand?: ByHand | undefined },
  definition: Operation,
  context: ServerContext,
): FileOptions | undefined {
  if (!movesFiles(definition)) return undefined;
  const { byHand, exchange } = services;
  return byHand?.files ?? { exchange, keepBytes, onProgress: progressReporter(context) };
}
