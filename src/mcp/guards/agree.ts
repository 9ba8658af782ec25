import type {
  CallToolResult,
  InputRequiredResult,
  Server,
  ServerContext,
} from '@modelcontextprotocol/server';
import type { Arguments, Draft } from '../../api/client/build-request.ts';
import type { Principal } from '../../api/client/executor.ts';
import { isCallError } from '../../contract/errors.ts';
import type { AnswerSettings } from '../../contract/features/answer-settings.ts';
import type { FindOpenWork, OpenWork } from '../../contract/features/open-work.ts';
import type { PlanAgreement, PlanProposal } from '../../contract/features/planned-changes.ts';
import type { Workflow } from '../../contract/features/workflow.ts';
import type { Operation, ToolDefinition } from '../../contract/operations/operation.ts';
import type { Trace } from '../../contract/trace.ts';
import type { Log } from '../../observability/log.ts';
import type { Refs } from '../input/argument-refs.ts';
import { verdictOn } from './allowed.ts';
import type { CardAnswer } from './card-state.ts';
import type { Confirmations } from './confirmation.ts';
import { cannotAsk, decide } from './decide.ts';
import type { Lost } from './losses.ts';
import type { Policy } from './policy.ts';
import type { Proposal } from './proposal.ts';
import { attendeesIn, namelessIn } from './question/nameless.ts';
import { type Naming, namesFor } from './question/record-names.ts';
import { argumentsForPeople, sentForPeople } from './question/sent-values.ts';
import { excessOf } from './question/too-long.ts';
import type { Wording } from './question/wording.ts';
import type { Refusal } from './refusal.ts';
import { type WayToAsk, wayToAsk } from './ways-to-ask.ts';

interface Asking extends Naming {
  readonly services: Naming['services'] & {
    readonly policy: Policy;
    readonly confirmations: Confirmations;
    readonly wording: Wording;
    readonly log: Pick<Log, 'question'>;
  };
  readonly label: string;
  readonly definition: ToolDefinition;
  readonly called: ToolDefinition;
  readonly refs: Refs | undefined;
  readonly args: Arguments;
  readonly principal: Principal;
  readonly trace: Trace;
  readonly server: Server;
  readonly context: ServerContext;
  /** Arguments as the client sent them. */
  readonly input: unknown;
  /** The user's answer, if a card made this call. */
  readonly answered?: CardAnswer | undefined;
  readonly failsDialogs?: boolean;
}

/** Result of a step that asks for a confirmation. `ended`: the confirmation that the client must show. */
type Agreement =
  | { readonly decision: (typeof agreedBy)[WayToAsk]; readonly leftOut?: readonly number[] }
  | { readonly refusal: Refusal }
  | { readonly ended: InputRequiredResult | CallToolResult };

/** Decisions as the audit log records them. */
const agreedBy = { dialog: 'confirmed', card: 'confirmed in a card' } as const;

/** Pipeline step: asks a person to confirm exactly the values that will be sent, if the policy requires it. */
export const agreed = (call: AskingOne): Promise<Agreement> | undefined =>
  verdictOn(call.services.policy, call.called).isAsked ? askOne(call) : undefined;

interface AskingOne extends Asking {
  readonly services: Asking['services'] & {
    readonly settings: Pick<AnswerSettings, 'finalStatuses'>;
    readonly findOpenWork: FindOpenWork;
  };
  readonly called: Operation;
  readonly draft: Draft;
  readonly links: readonly string[];
  readonly losses: Lost;
  readonly shown: () => Promise<unknown>;
}

async function askOne(call: AskingOne): Promise<Agreement> {
  const { called, args, draft, links, losses } = call;
  const sent = sentForPeople(draft, args);
  const refusal = excessOf(sent.filter(({ carried }) => carried === undefined));
  if (refusal !== undefined) return note(call, { refusal });
  const target = await call.shown();
  const hindrance = hindranceOf(called, target);
  if (hindrance !== undefined) return note(call, { refusal: hindrance });
  // The confirmation shows the target record in full, so the arguments with its id need no name.
  const shown = new Set(
    target === undefined || target === null ? [] : Object.values(called.target?.args ?? {}),
  );
  const named = sent.filter(({ argument }) => !shown.has(argument));
  // After the user has answered in a card, the confirmation is not shown again.
  const openWork = call.answered === undefined ? await openWorkOf(call) : undefined;
  return ask(call, { sent, target, lost: losses, links, openWork }, named);
}

/** Maximum time for finding open work, in milliseconds. If it is exceeded, the confirmation omits it. */
const timeLimitMs = 3000;

/** Finds the open work of a case that the call archives. Returns undefined for other calls. */
async function openWorkOf({
  services,
  called: { stores, target },
  args,
  signal,
  peopleClient,
}: AskingOne): Promise<OpenWork | undefined> {
  const caseId = args[Object.values(target?.args ?? {})[0] ?? ''];
  if (stores?.becomes !== 'archived' || typeof caseId !== 'string') return undefined;
  const timeLimit = AbortSignal.timeout(timeLimitMs);
  const operations = peopleClient(signal ? AbortSignal.any([signal, timeLimit]) : timeLimit);
  const { finalStatuses } = services.settings;
  const timeZone = services.wording.timeZone?.() ?? 'UTC';
  return services
    .findOpenWork(operations, { caseId, timeZone, finalStatuses })
    .catch((error: unknown): OpenWork => {
      // The confirmation can be shown without this read, so a failed read must not prevent it.
      if (!isCallError(error) && !(error instanceof DOMException)) throw error;
      return { tasks: undefined, event: undefined };
    });
}

interface AskingWhole extends Asking {
  readonly definition: Workflow;
  readonly basis: () => Promise<unknown>;
  /**
   * Returns the changes to confirm, for a workflow that plans its changes. Resolves to undefined if no confirmation is
   * needed.
   */
  readonly proposed?: () => Promise<PlanProposal | undefined>;
}

/** Pipeline step: asks a person to confirm all changes of a workflow together, if the policy requires it. */
export function agreedAsWhole(
  call: AskingWhole,
): Promise<(Agreement & { readonly agreement?: PlanAgreement }) | undefined> | undefined {
  if (call.proposed) return askPlan(call, call.proposed);
  return verdictOn(call.services.policy, call.called).isAsked ? askWhole(call) : undefined;
}

async function askPlan(call: AskingWhole, proposed: () => Promise<PlanProposal | undefined>) {
  const proposal = await proposed();
  if (proposal === undefined) return undefined;
  const sent = argumentsForPeople(call.args);
  const { rows, basis } = proposal;
  const answer = await ask(call, { sent, target: undefined, links: [], basis, rows }, []);
  if (!('decision' in answer)) return answer;
  const { decision: by, leftOut = [] } = answer;
  return { ...answer, agreement: { by, leftOut } };
}

async function askWhole(call: AskingWhole): Promise<Agreement> {
  const sent = argumentsForPeople(call.args, call.definition.abridged);
  return ask(call, { sent, target: undefined, links: [], basis: await call.basis() }, sent);
}

/** @param named sent values that may contain ids. The confirmation shows the names of the records with these ids */
async function ask(
  call: Asking,
  facts: Pick<Proposal, 'sent' | 'target' | 'lost' | 'links' | 'basis' | 'rows' | 'openWork'>,
  named: Proposal['sent'],
): Promise<Agreement> {
  const { services, called, args, refs, principal, server, context, definition, input, answered } = call;
  const { failsDialogs } = call;
  const { wording, sanitizer, policy } = services;
  const way = wayToAsk(policy, server, context, failsDialogs);
  if (way === undefined) return { refusal: cannotAsk };
  const asked = { ...facts, operation: called, given: args, principalId: principal.id };
  const names = namesFor(call, async () => ({ sent: named, refs, shown: await shownOf(call, facts, args) }));
  const decision = await decide(
    services.confirmations,
    { ...asked, wording, sanitizer, called: names },
    { way, context, call: { tool: definition.name, input }, answered },
  );
  if (decision.kind === 'ask') return note(call, { ended: decision.result });
  if (decision.kind === 'agreed')
    return note(call, { decision: agreedBy[way], leftOut: decision.leftOut ?? [] });
  const { code, reason } = decision;
  return note(call, { refusal: { code, reason } });
}

/** Returns the references in the target record for which the confirmation shows names. */
export async function shownOf(
  { services, called }: Pick<Asking, 'called'> & { readonly services: { readonly wording: Wording } },
  { target, lost = [] }: Pick<Proposal, 'target' | 'lost'>,
  args: Arguments = {},
) {
  const tool = called.target?.tool;
  if (tool === undefined) return [];
  const { facts } = await services.wording.words();
  const record = (target ?? {}) as Readonly<Record<string, unknown>>;
  // The record contains the current value of `StatusId` as `Status`.
  const replaced = Object.keys(args).map((name) => name.replace(/Ids?$/, ''));
  const told = Object.fromEntries([...facts, ...replaced].map((name) => [name, record[name]]));
  // The record may contain a removed `ResponsibleId` as `Responsible`.
  const gone =
    lost === 'unread'
      ? []
      : lost.map(({ path: [name = ''], value }) => ({ [name.replace(/Id$/, '')]: value }));
  return [told, ...gone].flatMap((row) => [...namelessIn(tool, row), ...attendeesIn(row)]);
}

function note({ services, label, trace }: Asking, agreement: Agreement): Agreement {
  const result = 'refusal' in agreement ? agreement.refusal.code : 'ended' in agreement ? 'asked' : 'agreed';
  services.log.question({ tool: label, request: trace.requestId, result });
  return agreement;
}

/** Returns a refusal if the record is in a state in which the service certainly refuses the operation. */
export function hindranceOf({ target, errors }: Operation, record: unknown): Refusal | undefined {
  const fields = (record ?? {}) as Record<string, unknown>;
  const found = Object.entries(target?.hinderedBy ?? {}).find(([name, value]) => fields[name] === value);
  if (found === undefined) return undefined;
  const [name, value] = found;
  const reason = `The record has ${name} ${value}, so the service would refuse this. Nobody was asked, and nothing was done. ${errors?.[409] ?? ''}`;
  return { code: 'NOT_POSSIBLE', reason: reason.trim() };
}
