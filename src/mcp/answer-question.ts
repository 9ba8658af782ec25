import type { CallToolResult, ServerContext, Tool } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { InvalidArgumentsError } from '../contract/errors.ts';
import { answerToolName } from '../contract/features/card.ts';
import type { CardAnswer, CardStates } from './guards/card-state.ts';
import type { Refusal } from './guards/refusal.ts';
import type { AnyTool, Toolbox } from './tools/tool.ts';

/** `skip`: numbers of the rows that the user excluded from a plan. */
const schema = z.strictObject({
  state: z.string().min(1).max(1_000_000),
  agreed: z.boolean(),
  skip: z.array(z.int().min(1).max(1000)).max(1000).optional(),
});
type Answer = z.output<typeof schema>;

/** Description of the tool for hosts. Only cards call it, so its arguments need no description. */
export const listedAnswerTool: Tool = {
  name: answerToolName,
  description: 'Called by a card.',
  inputSchema: {
    type: 'object',
    properties: {
      state: { type: 'string' },
      agreed: { type: 'boolean' },
      skip: { type: 'array', items: { type: 'integer' } },
    },
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
 * Pipeline step: validates the user's answer. Other tools also accept arguments that differ slightly from their schema,
 * but here only `true` confirms.
 * @throws InvalidArgumentsError
 */
export function answerParsed({ input }: Answering): { answer: Answer } {
  const read = schema.safeParse(input);
  if (!read.success)
    throw new InvalidArgumentsError(
      'Nothing was done. `state` must be the text that the card received, `agreed` true or false, `skip` a list of row numbers.',
    );
  return { answer: read.data };
}

/** The call that the confirmation is about, with the user's answer. */
export interface AnsweredCall {
  readonly tool: AnyTool;
  readonly input: unknown;
  readonly answered: CardAnswer;
}

/** Pipeline step: verifies the confirmation and returns its call, which runs all steps again. */
export async function questionOpened({
  services: { confirmations, toolbox },
  answer: { state, agreed: isAgreed, skip: leftOut = [] },
  principal,
  context,
}: Answering & { readonly answer: Answer }): Promise<
  { result: CallToolResult | { readonly next: AnsweredCall } } | { refusal: Refusal }
> {
  const opened = await confirmations.cards.open(state, isAgreed, principal.id, context);
  if ('refusal' in opened) return opened;
  const tool = await toolbox.find(opened.tool);
  if (tool === undefined) throw new Error(`there is no tool ${opened.tool}`);
  const { input, digest, nonce } = opened;
  return { result: { next: { tool, input, answered: { digest, nonce, isAgreed, leftOut } } } };
}
