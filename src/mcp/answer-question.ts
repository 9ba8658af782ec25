import type { CallToolResult, ServerContext, Tool } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { InvalidArgumentsError } from '../contract/errors.ts';
import { answerToolName } from '../contract/features/card.ts';
import type { CardAnswer, CardStates } from './guards/card-state.ts';
import type { Refusal } from './guards/refusal.ts';
import type { AnyTool, Toolbox } from './tools/tool.ts';

const schema = z.strictObject({ state: z.string().min(1).max(1_000_000), agreed: z.boolean() });
type Answer = z.output<typeof schema>;

/** As hosts list it: for cards alone, which need not be told what must be there. */
export const listedAnswerTool: Tool = {
  name: answerToolName,
  description: 'Called by a card.',
  inputSchema: {
    type: 'object',
    properties: { state: { type: 'string' }, agreed: { type: 'boolean' } },
  },
  _meta: { ui: { visibility: ['app'] } },
};

interface Answering {
  readonly services: { readonly confirmations: { readonly cards: CardStates }; readonly toolbox: Toolbox };
  readonly input: unknown;
  readonly principal: { readonly id: string };
  readonly context: ServerContext;
}

/**
 * Step: the answer, checked. Unlike arguments of models it is taken literally, because only `true` is an agreement.
 * @throws InvalidArgumentsError
 */
export function answerParsed({ input }: Answering): { answer: Answer } {
  const read = schema.safeParse(input);
  if (!read.success)
    throw new InvalidArgumentsError(
      'Nothing was done. `state` has to be the text that the card was given, `agreed` the boolean true or false.',
    );
  return { answer: read.data };
}

/** The call that somebody was asked about, with the answer. */
export interface AnsweredCall {
  readonly tool: AnyTool;
  readonly input: unknown;
  readonly answered: CardAnswer;
}

/** Step: what the question was about. It takes all the steps of its own, and so is checked again. */
export async function questionOpened({
  services: { confirmations, toolbox },
  answer: { state, agreed: isAgreed },
  principal,
  context,
}: Answering & { readonly answer: Answer }): Promise<
  { result: CallToolResult | { readonly next: AnsweredCall } } | { refusal: Refusal }
> {
  const opened = await confirmations.cards.open(state, isAgreed, principal.id, context);
  if ('refusal' in opened) return opened;
  const tool = await toolbox.find(opened.tool);
  if (tool === undefined) throw new Error(`there is no tool ${opened.tool}`);
  return {
    result: {
      next: { tool, input: opened.input, answered: { digest: opened.digest, nonce: opened.nonce, isAgreed } },
    },
  };
}
