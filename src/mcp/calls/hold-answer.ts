import type { Arguments } from '../../api/client/build-request.ts';
import type { Answer } from '../../api/client/read-response.ts';
import { holdRows, isToBeHeld, rowsOf } from '../../asked/hold.ts';
import { heldSentences } from '../../asked/sentences.ts';
import { withoutRows } from '../../asked/without-rows.ts';
import { UnexpectedAnswerError } from '../../contract/errors.ts';
import type { AnswerReader } from '../../contract/operations/deployment.ts';
import type { Operation } from '../../contract/operations/operation.ts';
import type { AnswerReading } from '../../contract/operations/operation-client.ts';
import type { Held } from '../../contract/operations/row-check.ts';
import { nextTurn } from '../../util/give-way.ts';

/** An answer without what does not belong to it. */
export interface HeldAnswer extends Answer {
  /** Undefined where all of it is what was asked for. */
  readonly held?: Held | undefined;
}

/**
 * Holds what the service answered against what it was asked: rows that do not obey are left out.
 * @param read gives rows the names and values that checks go by; left out: the service has no others
 * @throws UnexpectedAnswerError for a single record that is another one
 */
export async function holdAnswer(
  { name, rows: checks }: Operation,
  args: Arguments,
  answer: Answer,
  { compares, read }: AnswerReading & { readonly read?: AnswerReader | undefined } = {},
): Promise<HeldAnswer> {
  if (!isToBeHeld(checks, args) || answer.text === '') return answer;
  // A large answer has not been parsed yet.
  if (answer.isUnchecked) await nextTurn();
  const { body } = answer;
  const rows = rowsOf(body);
  const known = read && rowsOf(await read(name, args, body));
  const told = known?.length === rows?.length ? (known ?? rows) : rows;
  const held = told && (await holdRows(checks, args, told, compares));
  if (held === undefined) return answer;
  if (held.leftOut.length === 0) return { ...answer, held };
  if (rows?.[0] === body)
    throw new UnexpectedAnswerError('The service answered with another record than was asked for.');
  const { isUnchecked: _, ...rest } = answer;
  return { ...rest, ...(await withoutRows(answer, held.leftOut)), held };
}

/** What became of the answers of one request, for the one answer that is made of them. */
export interface HeldAnswers {
  /** @param unsaid arguments of which nothing is to be said */
  readonly add: (tool: string, held: Held | undefined, unsaid?: readonly string[]) => void;
  readonly sentences: () => readonly string[];
}

export function collectHeld(): HeldAnswers {
  const byTool = new Map<string, Held[]>();
  return {
    add: (tool, held, unsaid = []) => {
      const isSaid = (argument: string) => !unsaid.includes(argument);
      const ignored = held?.ignored.filter(isSaid) ?? [];
      const unsure = held?.unsure.filter(({ argument }) => isSaid(argument)) ?? [];
      if (held !== undefined && ignored.length + unsure.length > 0)
        byTool.set(tool, [...(byTool.get(tool) ?? []), { ...held, ignored, unsure }]);
    },
    sentences: () => [...byTool].flatMap(([tool, held]) => heldSentences(held, tool)),
  };
}
