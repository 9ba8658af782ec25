import type { Asked, Context, Fault } from '../question.ts';
import type { Answer } from '../verdicts/answer.ts';
import { compareIds, idsOfRows, type RecordKind } from '../verdicts/compare.ts';

const saysMore = /more|page|cut|shown/i;

/** Reads all pages of a list and expects exactly these records. */
export function list(
  { world }: Context,
  tool: string,
  args: Readonly<Record<string, unknown>>,
  kind: RecordKind,
  required: readonly { readonly id: string }[],
  allowed: readonly { readonly id: string }[] = [],
): Asked {
  const filters = Object.keys(args).join('|');
  return {
    calls: [[tool, { ...args, all: true }]],
    expected: `${required.length} ${kind}: ${required
      .slice(0, 12)
      .map(({ id }) => id)
      .join(' ')}`,
    check: (answer) =>
      compareIds(world, idsOfRows(world, kind, answer), {
        kind,
        required,
        allowed,
        topic: new RegExp(filters === '' ? kind : filters, 'i'),
      }),
  };
}

/** Expects this number as the result of a call with `count`. */
export const count = (tool: string, args: Readonly<Record<string, unknown>>, expected: number): Asked => ({
  calls: [[tool, { ...args, count: true }]],
  expected: String(expected),
  check: ({ body }) =>
    body?.count === expected
      ? []
      : [
          {
            sort: 'missing' as const,
            what: `count is ${body?.count}, not ${expected}`,
            topic: /count|more|checked|ignored/i,
          },
        ],
});

/** Reads two pages. Both must be full and different, and have a note about the next page. */
export function pages(
  { world }: Context,
  tool: string,
  kind: RecordKind,
  all: readonly { id: string }[],
  size: number,
): Asked {
  return {
    calls: [
      [tool, { PageSize: size, Page: 1 }],
      [tool, { PageSize: size, Page: 2 }],
    ],
    expected: `${size} ${kind} that are not on the first page, and a note that more follow`,
    check: (second, [first]) => {
      const [one, other] = [first as Answer, second].map((answer) => idsOfRows(world, kind, answer)) as [
        string[],
        string[],
      ];
      const faults: Fault[] = compareIds(world, [...one, ...other], {
        kind,
        required: [],
        allowed: all,
        topic: /page/i,
      });
      if (one.length !== size || other.length !== size)
        faults.push({ what: `pages of ${one.length} and ${other.length}, not ${size}`, topic: /page/i });
      const isTold =
        second.notes.some((note) => saysMore.test(note)) ||
        JSON.stringify(second.body ?? '').match(/next|total|pages|has_?more/i);
      if (all.length > 2 * size && !isTold)
        faults.push({ what: 'does not say that more follow', topic: /more|page/i });
      return faults;
    },
  };
}

export const lastPage = (
  { world }: Context,
  tool: string,
  kind: RecordKind,
  all: readonly { id: string }[],
  size: number,
): Asked => ({
  calls: [[tool, { PageSize: size, Page: Math.ceil(all.length / size) }]],
  expected: `${all.length % size || size} ${kind}`,
  check: (answer) => {
    const found = idsOfRows(world, kind, answer);
    const faults: Fault[] = compareIds(world, found, { kind, required: [], allowed: all, topic: /page/i });
    if (found.length !== (all.length % size || size))
      faults.push({ what: `${found.length} rows, not ${all.length % size || size}`, topic: /page/i });
    return faults;
  },
});
