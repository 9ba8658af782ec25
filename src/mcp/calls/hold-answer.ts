import type { Arguments } from '../../api/client/build-request.ts';
import type { Answer } from '../../api/client/read-response.ts';
import { holdRows, isToBeHeld, isUnproven, rowsOf } from '../../asked/hold.ts';
import { heldSentences } from '../../asked/sentences.ts';
import { withoutRows } from '../../asked/without-rows.ts';
import { UnexpectedAnswerError } from '../../contract/errors.ts';
import type { Worded } from '../../contract/language.ts';
import type { AnswerReader } from '../../contract/operations/deployment.ts';
import type { Operation } from '../../contract/operations/operation.ts';
import type { AnswerReading, OperationClient } from '../../contract/operations/operation-client.ts';
import type { Held, VerifiedFilters } from '../../contract/operations/row-check.ts';
import { placeOfList } from '../../contract/records/list-place.ts';
import { nextTurn } from '../../util/give-way.ts';
import { areSurelyEmpty, type EmptyCall, otherArguments } from './verify-filters.ts';

/** Response without the rows that do not match the filters. */
export interface HeldAnswer extends Answer {
  /** Result of comparing the rows with the filters. Undefined if there is nothing to report. */
  readonly held?: Held | undefined;
}

export interface HoldingServices {
  /** Filters that the service applies, as returned rows have shown. */
  readonly verified: VerifiedFilters;
  /** Converts the deployment's names to the catalogue's names. */
  readonly readAnswer: AnswerReader;
}

/**
 * Compares a response with the filters of its call and removes rows that do not match.
 * @throws UnexpectedAnswerError if the response is a single record that does not match
 */
export async function holdAnswer(
  { name, rows: checks }: Operation,
  args: Arguments,
  answer: Answer,
  { verified, readAnswer }: HoldingServices,
  { compares }: AnswerReading = {},
): Promise<HeldAnswer> {
  if (!isToBeHeld(checks, args) || answer.text === '') return answer;
  // A large response is parsed here for the first time, so let other tasks run first.
  if (answer.isUnchecked) await nextTurn();
  const body = await readAnswer(name, args, answer.body);
  const rows = rowsOf(body);
  const held = rows && (await holdRows({ tool: name, checks, args, rows, verified, except: compares }));
  if (held === undefined) return answer;
  if (held.leftOut.length === 0) return { ...answer, held };
  if (rows?.[0] === body)
    throw new UnexpectedAnswerError('The service returned a record other than the requested one.');
  const place = placeOfList(answer.body);
  if (place === undefined)
    throw new UnexpectedAnswerError(
      'The service returned records that were not requested. They cannot be removed, because the format of its response is unknown.',
    );
  const { isUnchecked: _, ...rest } = answer;
  return { ...rest, ...(await withoutRows(answer, place, held.leftOut)), held };
}

/** Collects the filter checks of all responses within one request of the client. */
export interface HeldAnswers {
  /** @param reading options of the read. Some of them exclude filters from the notes */
  readonly add: (
    call: Pick<EmptyCall, 'tool' | 'args' | 'checks'>,
    held: Held | undefined,
    reading?: AnswerReading,
  ) => void;
  /** Returns the notes. Checks empty results by further reads, and omits the notes about correct ones. */
  readonly settled: (operations: OperationClient) => Promise<HeldNotes>;
}

export interface HeldNotes {
  readonly notes: readonly Worded[];
  /** Whether a list may have records although the service returned none. */
  readonly isDoubtful: boolean;
}

/** Maximum number of empty results that are checked per request from the client. */
const maxChecked = 4;

interface HeldCall {
  readonly held: Held;
  /**
   * Key that is the same for calls whose empty results can be checked together. Undefined if the result was not empty.
   */
  readonly key: string | undefined;
}

/** Collects the filter checks of all responses to one request. */
export function collectHeld(verified: VerifiedFilters): HeldAnswers {
  const byTool = new Map<string, HeldCall[]>();
  const empty = new Map<string, EmptyCall[]>();
  return {
    add: ({ tool, args, checks }, held, { replaceable = [], asksAgain = false } = {}) => {
      const isSaid = (argument: string) => !replaceable.includes(argument);
      const ignored = held?.ignored.filter(isSaid) ?? [];
      const unsure = held?.unsure.filter(({ argument }) => isSaid(argument)) ?? [];
      const unproven = asksAgain ? [] : (held?.unproven ?? []);
      if (held === undefined || ignored.length + unsure.length + unproven.length === 0) return;
      const call = { tool, args, checks, unproven };
      const key = unproven.length > 0 ? JSON.stringify([tool, unproven, otherArguments(call)]) : undefined;
      byTool.set(tool, [...(byTool.get(tool) ?? []), { held: { ...held, ignored, unsure, unproven }, key }]);
      if (key !== undefined) empty.set(key, [...(empty.get(key) ?? []), call]);
    },
    settled: async (operations) => {
      const surely = new Set<string>();
      for (const [key, calls] of [...empty].slice(0, maxChecked))
        if (await areSurelyEmpty(operations, calls, verified)) surely.add(key);
      const open = [...byTool].map(([tool, calls]) => {
        const left = calls.map(({ held, key }) => ({
          ...held,
          unproven:
            key !== undefined && surely.has(key)
              ? []
              : held.unproven.filter((argument) => isUnproven(argument, verified)),
        }));
        return [tool, left] as const;
      });
      return {
        notes: open.flatMap(([tool, held]) => heldSentences(held, tool)),
        isDoubtful: open.some(([, held]) => held.some(({ unproven }) => unproven.length > 0)),
      };
    },
  };
}
