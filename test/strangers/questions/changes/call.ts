import { type Change, type ExpectedPath, topicOfField } from '../../change.ts';
import type { Asked, Call } from '../../question.ts';
import type { Answer } from '../../verdicts/answer.ts';

type Value = readonly [path: string, value: unknown, topic?: RegExp];

/** Expects the calls to change these paths and nothing else. */
export function changes(
  calls: Asked['calls'] | Call,
  paths: readonly Value[],
  others: Omit<Change, 'paths'> = {},
): Asked {
  const all = isCall(calls) ? [calls] : calls;
  const expected = paths.map(
    ([path, value, topic]): ExpectedPath => ({ path, value, topic: topic ?? wordsOfPath(path) }),
  );
  return {
    calls: all,
    expected: [
      ...paths.map(([path, value]) => `${path} = ${shown(value)}`),
      ...told(others),
      'nothing else',
    ].join('; '),
    change: { paths: expected, ...others },
  };
}

const isCall = (calls: Asked['calls'] | Call): calls is Call => typeof calls[0] === 'string';

const shown = (value: unknown) =>
  value instanceof Date
    ? value.toISOString()
    : typeof value === 'function'
      ? 'as asked'
      : JSON.stringify(value);

const told = ({ made = [], gone }: Omit<Change, 'paths'>) => [
  ...made.map(
    ({ kind, fields }) =>
      `new in ${kind}: ${fields.map(({ field, value }) => `${field} ${shown(value)}`).join(', ')}`,
  ),
  ...(gone ? [`${gone} is gone`] : []),
];

const wordsOfPath = (path: string) => topicOfField(path.split('/')[2] ?? path);

/** Expects an error, without any change. */
export const refused = (calls: Asked['calls'], refusal: RegExp, why: string): Asked => ({
  calls,
  expected: `an error: ${why}`,
  refusal,
});

/** Sorts records by the number of filled fields, the highest first, because these can lose the most data. */
export const rich = <Item extends object>(list: readonly Item[]): Item[] =>
  [...list].sort((one, other) => weight(other) - weight(one));

function weight(value: unknown): number {
  if (value === undefined || value === null || value === '') return 0;
  if (value instanceof Date || typeof value !== 'object') return 1;
  return Object.values(value).reduce((sum: number, own) => sum + weight(own), 0);
}

/** Returns the version in an answer. Ignores the case of its name. */
export function versionIn(answer: Answer | undefined): number | undefined {
  const look = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return undefined;
    const own = Object.entries(value).find(
      ([name, one]) => /^(?:row)?version$/i.test(name) && /^\d+$/.test(String(one)),
    );
    return (
      own?.[1] ??
      Object.values(value)
        .map(look)
        .find((one) => one !== undefined)
    );
  };
  const found = look(answer?.body);
  return found === undefined ? undefined : Number(found);
}

/** Returns a check that a text begins with this date in the form YYYY-MM-DD. */
export const onDay = (moment: Date) => (text: string) =>
  text.slice(0, 10) === moment.toISOString().slice(0, 10);

export const holds = (part: string) => (text: string) => text.includes(part);
