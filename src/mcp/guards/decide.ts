import {
  type CallToolResult,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type RequestStateCodec,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { withAdvice } from '../../contract/advice.ts';
import type { CallInCard, CardAnswer, CardStates } from './card-state.ts';
import type { AgreementSeal, Confirmations } from './confirmation.ts';
import { type OpenQuestions, orAway } from './open-questions.ts';
import type { Proposal } from './proposal.ts';
import { questionsInCard, resultWithCard } from './question/in-card.ts';
import { questionOf, questionText } from './question/message.ts';
import { rowNumbersIn } from './question/plan.ts';
import { digestOf } from './question/proposal-digest.ts';
import { tooLong } from './question/too-long.ts';
import { say } from './question/wording.ts';
import type { Refusal } from './refusal.ts';
import type { WayToAsk } from './ways-to-ask.ts';

export type Decision =
  | { readonly kind: 'agreed'; readonly leftOut?: readonly number[] }
  /** The confirmation to show. It is returned to the client as the result of the call. */
  | { readonly kind: 'ask'; readonly result: InputRequiredResult | CallToolResult }
  | ({ readonly kind: 'refused' } & Refusal);

/** How to ask a person, and the answer in a card, if there is one already. */
export interface AskingBy {
  readonly way: WayToAsk;
  readonly context: ServerContext;
  readonly call: CallInCard;
  /** The user's answer, if a card made this call. */
  readonly answered: CardAnswer | undefined;
}

const key = 'confirm';

/** Form field for the numbers of the rows that the user excludes from a plan. */
const leaveOut = 'leave_out';

/**
 * Checks whether a submitted form confirms the call: the checkbox is ticked, and the form has no other field, except
 * the excluded rows if the call is a plan.
 * @param plan rows of the plan; undefined if the call is not a plan
 * @returns the excluded rows; undefined if the form does not confirm
 */
function agreedTo(content: object, plan: Proposal['rows']): readonly number[] | undefined {
  const { [key]: isTicked, [leaveOut]: rows, ...others } = content as Record<string, unknown>;
  if (isTicked !== true || Object.keys(others).length > 0) return undefined;
  if (plan) return rowNumbersIn(rows, plan);
  return leaveOut in content ? undefined : [];
}

/**
 * Interprets the response to a dialog. Declining is a definite refusal. A form that was submitted with the checkbox
 * unchecked is not, because the person may not have read the confirmation.
 */
function decisionOf(answer: ReturnType<typeof inputResponse>, plan: Proposal['rows']): Decision {
  if (answer.kind !== 'elicit' || answer.action === 'decline') return declined;
  if (answer.action === 'cancel') return unanswered;
  const content = answer.content ?? {};
  const leftOut = agreedTo(content, plan);
  if (leftOut !== undefined) return { kind: 'agreed', leftOut };
  const { [key]: isTicked = false } = content as Record<string, unknown>;
  return isTicked === false ? notAgreed.unticked : notAgreed.other;
}

/** Asks a person to confirm a proposal. If the request already contains the answer, evaluates it instead. */
export async function decide(
  { codec, cards, questions }: Confirmations,
  proposal: Proposal,
  asking: AskingBy,
): Promise<Decision> {
  if (asking.way === 'card') return decided(decideByCard(proposal, asking, cards));
  const { context } = asking;
  const answer = inputResponse(context.mcpReq.inputResponses, key);
  const seal = context.mcpReq.requestState<AgreementSeal | undefined>();
  if (answer.kind === 'missing' || seal === undefined)
    return decided(ask(proposal, codec, questions, context));
  if (seal.digest !== digestOf(proposal)) return changed;
  // Close the confirmation after any answer, so that a declined one cannot be confirmed later.
  const isOpen = await orAway(questions.close(seal.nonce));
  if (isOpen === false) return answered;
  if (isOpen !== true) return { kind: 'refused', ...isOpen.refusal };
  return decisionOf(answer, proposal.rows);
}

/** Refuses the call if the shared store is unavailable, because the confirmation may already have been answered. */
async function decided(work: Promise<Decision>): Promise<Decision> {
  const decision = await orAway(work);
  return 'refusal' in decision ? { kind: 'refused', ...decision.refusal } : decision;
}

const refused = (code: string, reason: string): Decision & { kind: 'refused' } => ({
  kind: 'refused',
  code,
  reason,
});
/** Refusal of a call that requires a confirmation if no person can be asked. */
export const cannotAsk: Refusal = {
  code: 'CONFIRMATION_NEEDED',
  reason: withAdvice(
    'A human must agree to this, but this client cannot ask one. Nothing was done.',
    'ask-otherwise',
  ),
};
const declined = refused(
  'DECLINED',
  'The user answered no to the confirmation. Nothing was done; do not ask again. Some clients answer no without showing the confirmation: tell the user, in case they saw none.',
);
const notAgreedAs = (answer: string) =>
  refused(
    'NOT_AGREED',
    `${answer} Nothing was done. Tell the user; call again once, only if they say in the chat that they want it.`,
  );
/**
 * Refusals for a submitted form that does not confirm. The user may not have read the form, so the refusals state only
 * facts.
 */
const notAgreed = {
  unticked: notAgreedAs(
    'The confirmation was submitted with "Yes, do this" unchecked: either by the user, or by the client without showing it to the user.',
  ),
  other: notAgreedAs(
    'The confirmation came back with an entry that it does not offer, such as an unknown field or the number of a row that does not exist. This does not count as agreement.',
  ),
};
const unanswered = refused(
  'NOT_ANSWERED',
  'The confirmation was closed without an answer, or this client cannot show it now. Nothing was done. Tell the user in the chat what you wanted to do; call again only if they want to be asked once more.',
);
const changed = refused(
  'CHANGED_MEANWHILE',
  'The arguments or the record have changed since the user agreed. Nothing was done.',
);
const answered = refused(
  'ALREADY_ANSWERED',
  'This confirmation was already answered or has expired. Nothing was done now.',
);

async function decideByCard(
  proposal: Proposal,
  { context, call, answered: answer }: AskingBy,
  cards: CardStates,
): Promise<Decision> {
  if (answer !== undefined) {
    if (!answer.isAgreed) return declined;
    if (proposal.rows === undefined && answer.leftOut.length > 0) return notAgreed.other;
    const spent = await cards.use(answer.nonce);
    if (spent) return { kind: 'refused', ...spent };
    return answer.digest === digestOf(proposal) ? { kind: 'agreed', leftOut: answer.leftOut } : changed;
  }
  const questions = await questionsInCard(proposal);
  if ('code' in questions) return { kind: 'refused', ...questions };
  const state = await cards.seal(call, digestOf(proposal), proposal.principalId, context);
  if (state === undefined) return { kind: 'refused', ...tooLong() };
  const until = new Date(Date.now() + cards.lifetimeSeconds * 1000).toISOString();
  return { kind: 'ask', result: resultWithCard({ ...questions, tool: call.tool, state, until }) };
}

async function ask(
  proposal: Proposal,
  codec: RequestStateCodec<AgreementSeal>,
  questions: OpenQuestions,
  context: ServerContext,
): Promise<Decision> {
  const asked = await questionOf(proposal);
  if ('code' in asked) return { kind: 'refused', ...asked };
  const nonce = await questions.open();
  const requestState = await codec.mint({ digest: digestOf(proposal), nonce }, context);
  const question = inputRequired.elicit({
    message: questionText(asked, proposal.wording),
    requestedSchema: {
      type: 'object',
      properties: {
        [key]: {
          // A checkbox without a default, so that neither an accidental Enter nor a client that sends defaults confirms.
          type: 'boolean' as const,
          title: say(proposal.wording, 'yes'),
        },
        ...(proposal.rows && {
          [leaveOut]: { type: 'string' as const, title: say(proposal.wording, 'leaveOut'), default: '' },
        }),
      },
      required: [key],
    },
  });
  return { kind: 'ask', result: inputRequired({ inputRequests: { [key]: question }, requestState }) };
}
