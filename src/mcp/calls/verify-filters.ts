import { testOf } from '../../asked/comparisons.ts';
import { isUnproven, rowsOf } from '../../asked/hold.ts';
import { sampleOf } from '../../asked/sample.ts';
import { isCallError } from '../../contract/errors.ts';
import type { OperationArguments, OperationClient } from '../../contract/operations/operation-client.ts';
import type { RowChecks, Unproven, VerifiedFilters } from '../../contract/operations/row-check.ts';
import { isRow } from '../../contract/records/row.ts';
import { pageIn, walkPages } from '../../util/pages.ts';

/** A call with an empty result, and its filters that no returned row has verified. */
export interface EmptyCall {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly checks: RowChecks;
  readonly unproven: readonly Unproven[];
}

const pageSize = 100;

/** Returns the arguments of a call besides its unverified filters and the page. */
export const otherArguments = ({ args, unproven }: EmptyCall): EmptyCall['args'] =>
  Object.fromEntries(
    Object.entries(args).filter(
      ([name]) => name !== 'Page' && unproven.every(({ argument }) => argument !== name),
    ),
  );

/**
 * Sends reads to find out whether the empty results of several calls are correct. The calls differ only in the values
 * of the same filters. First reads a page of the same list without the filters. If that page is the whole list, its
 * rows show whether one of them matches. Otherwise searches for a value of one of its rows. If the service finds that
 * row, it applies the filter.
 * @param calls at least one
 * @returns whether no row matches any of the calls
 */
export async function areSurelyEmpty(
  operations: OperationClient,
  calls: readonly EmptyCall[],
  verified: VerifiedFilters,
): Promise<boolean> {
  const [call] = calls as readonly [EmptyCall];
  const { tool, args, checks, unproven } = call;
  const open = () => unproven.filter((one) => isUnproven(one, verified));
  const names = open().map(({ argument }) => argument);
  if (names.length === 0) return true;
  const left = otherArguments(call);
  try {
    const { rows, isCut } = await firstPage(operations, tool, left);
    const testsOf = (one: EmptyCall) =>
      names.flatMap((name) => {
        const check = checks[name];
        return (check && testOf(check, one.args[name])) ?? [];
      });
    const tests = calls.map(testsOf);
    const isOther = (row: unknown) =>
      isRow(row) && tests.every((some) => some.some((test) => test(row) === 'violates'));
    if (!isCut && rows.every(isOther)) return true;
    for (const name of names) {
      const check = checks[name];
      const sample = check && sampleOf(check, args[name], rows);
      if (sample === undefined) continue;
      await ask(operations, tool, { ...left, [name]: sample.value, PageSize: sample.size }, [name]);
    }
  } catch (error) {
    if (!isCallError(error)) throw error;
  }
  return open().length === 0;
}

const ask = (
  operations: OperationClient,
  tool: string,
  args: EmptyCall['args'],
  replaceable: readonly string[] = [],
) =>
  operations.answer(tool as keyof OperationArguments, args as never, {
    compares: Object.keys(args),
    replaceable,
    asksAgain: true,
  });

async function firstPage(operations: OperationClient, tool: string, args: EmptyCall['args']) {
  let rows: readonly unknown[] = [];
  const end = { next: undefined, count: 0 };
  const left = await walkPages({
    operation: tool,
    habits: operations.paging,
    size: pageSize,
    read: async () => {
      const { body } = await ask(operations, tool, { ...args, PageSize: pageSize });
      rows = rowsOf(body) ?? [];
      return { ...(pageIn(body) ?? end), isNew: true };
    },
    readOne: async () => pageIn((await ask(operations, tool, { ...args, PageSize: 1 })).body) ?? end,
    goesOn: () => false,
  });
  return { rows, isCut: left !== undefined };
}
