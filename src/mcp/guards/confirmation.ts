import { createHash } from 'node:crypto';
import {
  type CallToolResult,
  createRequestStateCodec,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type RequestStateCodec,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { Sent } from '../../api/client/build-request.ts';
import { withAdvice } from '../../contract/advice.ts';
import type { SharedState } from '../../shared-state/shared-state.ts';
import { type CallInCard, type CardAnswer, type CardStates, createCardStates } from './card-state.ts';
import { createOpenQuestions, type OpenQuestions, orAway } from './open-questions.ts';
import type { Proposal } from './proposal.ts';
import { questionsInCard, resultWithCard } from './question/in-card.ts';
import { buildQuestion, tooLong } from './question/message.ts';
import { say } from './question/wording.ts';
import type { Refusal } from './refusal.ts';
import type { WayToAsk } from './ways-to-ask.ts';

/** What an agreement is sealed to. The seal travels through the client, which can read it but not change it. */
interface Seal {
  readonly digest: string;
  readonly nonce: string;
}

export type Decision =
  | { readonly kind: 'agreed' }
  /** To be returned as it is: the question for the human. */
  | { readonly kind: 'ask'; readonly result: InputRequiredResult | CallToolResult }
  | ({ readonly kind: 'refused' } & Refusal);

/** Asks humans, and knows which questions are open. One for the whole process. */
export interface Confirmations {
  readonly codec: RequestStateCodec<Seal>;
  /** What cards answer with. */
  readonly cards: CardStates;
  decide(proposal: Proposal, asking: AskingBy): Promise<Decision>;
}

/** How somebody is asked, and what they said. */
export interface AskingBy {
  readonly way: WayToAsk;
  readonly context: ServerContext;
  readonly call: CallInCard;
  /** Where a card was answered. */
  readonly answered: CardAnswer | undefined;
}

const key = 'confirm';

/**
 * @param state known to every process that may get the answer
 * @param lifetimeSeconds how long a human may take to answer
 */
export function createConfirmations(
  state: Pick<SharedState, 'put' | 'take' | 'secretFor'>,
  lifetimeSeconds = 600,
): Confirmations {
  const secret = state.secretFor('agreements');
  const codec = createRequestStateCodec<Seal>({ key: secret, ttlSeconds: lifetimeSeconds });
  const questions = createOpenQuestions(state, lifetimeSeconds);
  const cards = createCardStates(secret, lifetimeSeconds, questions);

  return {
    codec,
    cards,
    decide: async (proposal, asking) => {
      if (asking.way === 'card') return decided(decideByCard(proposal, asking, cards));
      const { context } = asking;
      const answer = inputResponse(context.mcpReq.inputResponses, key);
      const seal = context.mcpReq.requestState<Seal | undefined>();
      if (answer.kind === 'missing' || seal === undefined)
        return decided(ask(proposal, codec, questions, context));
      if (seal.digest !== digestOf(proposal)) return changed;
      // Whatever was answered: a question that was declined cannot be agreed to later.
      const isOpen = await orAway(questions.close(seal.nonce));
      if (isOpen === false) return answered;
      if (isOpen !== true) return { kind: 'refused', ...isOpen.refusal };
      const agreed = answer.kind === 'elicit' && answer.action === 'accept' && answer.content?.[key] === true;
      if (agreed) return { kind: 'agreed' };
      return answer.kind === 'elicit' && answer.action === 'cancel' ? unanswered : declined;
    },
  };
}

/** Refused where nobody can say whether it was decided before. */
async function decided(work: Promise<Decision>): Promise<Decision> {
  const decision = await orAway(work);
  return 'refusal' in decision ? { kind: 'refused', ...decision.refusal } : decision;
}

const refused = (code: string, reason: string): Decision & { kind: 'refused' } => ({
  kind: 'refused',
  code,
  reason,
});
/** Where no human can be asked. */
export const cannotAsk: Refusal = {
  code: 'CONFIRMATION_NEEDED',
  reason: withAdvice(
    'A human has to agree to this, and this client cannot ask one. Nothing was done.',
    'ask-otherwise',
  ),
};
const declined = refused(
  'DECLINED',
  'The question whether to do this was answered with no. Nothing was done; do not ask again.',
);
const unanswered = refused(
  'NOT_ANSWERED',
  'The question whether to do this was closed without an answer, or this client cannot show it to anybody now. Nothing was done. Tell the user in the chat what was to be done; call again only if they want to be asked once more.',
);
const changed = refused(
  'CHANGED_MEANWHILE',
  'What the user agreed to is no longer what would happen: the arguments or the record have changed. Nothing was done.',
);
const answered = refused(
  'ALREADY_ANSWERED',
  'This question was answered before, or is no longer known. Nothing was done now.',
);

/** A state was opened for an answer, so it cannot be used for another. */
async function decideByCard(
  proposal: Proposal,
  { context, call, answered: answer }: AskingBy,
  cards: CardStates,
): Promise<Decision> {
  if (answer !== undefined) {
    if (answer.digest !== digestOf(proposal)) return changed;
    return answer.isAgreed ? { kind: 'agreed' } : declined;
  }
  const questions = await questionsInCard(proposal);
  if ('code' in questions) return { kind: 'refused', ...questions };
  const state = await cards.seal(call, digestOf(proposal), proposal.principalId, context);
  if (state === undefined) return { kind: 'refused', ...tooLong() };
  return { kind: 'ask', result: resultWithCard({ ...questions, tool: call.tool, state }) };
}

async function ask(
  proposal: Proposal,
  codec: RequestStateCodec<Seal>,
  questions: OpenQuestions,
  context: ServerContext,
): Promise<Decision> {
  const message = await buildQuestion(proposal);
  if (typeof message !== 'string') return { kind: 'refused', ...message };
  const nonce = await questions.open();
  const requestState = await codec.mint({ digest: digestOf(proposal), nonce }, context);
  const question = inputRequired.elicit({
    message,
    requestedSchema: {
      type: 'object',
      // Not required: a form that comes back without the tick is a no, and no mistake of the client.
      properties: { [key]: { type: 'boolean', title: say(proposal.wording, 'agree'), default: false } },
    },
  });
  return { kind: 'ask', result: inputRequired({ inputRequests: { [key]: question }, requestState }) };
}

/** Tool, values that would be sent, caller, the state of the target, what would go of it, what all rests on: when one of them differs, it is another proposal. */
function digestOf({ operation, sent, principalId, target, lost = [], basis }: Proposal): string {
  const values = sorted(byName(sent));
  const content = JSON.stringify([principalId, operation.name, values, stateOf(target), lost, basis]);
  return createHash('sha256').update(content).digest('base64url');
}

const byName = (sent: readonly Sent[]) =>
  Object.fromEntries(sent.map(({ argument, name, value }) => [`${argument} ${name}`, value]));

/** What identifies the target's state; whole where it has no version of its own. */
function stateOf(target: unknown): unknown {
  const { Id, Name, Number: number, Version, LastChangeDate } = (target ?? {}) as Record<string, unknown>;
  return LastChangeDate === undefined ? target : [Id, Name, number, Version, LastChangeDate];
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([name, item]) => [name, sorted(item)]),
  );
}
