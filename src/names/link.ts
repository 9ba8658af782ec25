import { NameError } from '../contract/errors.ts';
import type { RecordKind } from '../contract/records/record-ref.ts';
import { isUuid } from '../contract/uuid.ts';

/** Words in addresses of the API and of web pages, with the kinds of records to which the following id may belong. */
const places: readonly (readonly [RegExp, readonly RecordKind[]])[] = [
  [/^(?:objects?|cases?|projects?|matters?)$/i, ['object', 'case', 'project']],
  [/^tasks?$/i, ['task']],
  [/^(?:documents?|docid|downloadaspdf)$/i, ['document', 'document folder', 'template']],
  [/^download$/i, ['document', 'document folder', 'template', 'file']],
  [/^files?$/i, ['file']],
  [/^(?:participants?|contacts?)/i, ['participant']],
  [/^(?:users?|employees?)$/i, ['user']],
  [/^events?$/i, ['event']],
  [/^folders?$/i, ['folder', 'document folder']],
  [/^(?:object|case)types?$/i, ['object type', 'case type']],
  [/^objectclasses$/i, ['object class']],
  [/^rolesincase$/i, ['role in case']],
  [/^tasktypes$/i, ['task type']],
  [/^taskstatuses$/i, ['task status']],
  [/^taskpriorities$/i, ['task priority']],
  [/^eventtypes$/i, ['event type']],
  [/^dictionaries$/i, ['dictionary']],
  [/^values$/i, ['dictionary value', 'document type', 'task name', 'stage']],
  [/^legalforms$/i, ['legal form']],
];

/**
 * Returns the id in a pasted address. Returns undefined if the string is not an address. The address is never opened.
 * If it contains several ids, the word before each id decides which one is meant.
 * @throws NameError if the address contains no id, only an id of another kind, or several ids of this kind
 */
export function idInLink(kind: RecordKind, text: string): string | undefined {
  if (!/^https?:\/\/\S+$/i.test(text)) return undefined;
  const steps = stepsOf(text);
  const found = steps.flatMap((step, index) =>
    isUuid(step) ? [{ id: step, kinds: kindsBefore(steps, index) }] : [],
  );
  const ids = (all: typeof found) => [...new Set(all.map(({ id }) => id.toLowerCase()))];
  const [own, another] = ids(found.filter(({ kinds }) => kinds?.includes(kind)));
  if (own !== undefined && another === undefined) return own;
  const [only, second] = ids(found);
  if (own === undefined && only !== undefined && second === undefined) {
    const kinds = found.find(({ kinds }) => kinds !== undefined)?.kinds;
    if (kinds === undefined) return only;
    throw new NameError(
      'NAME_UNKNOWN',
      `the link leads to another kind of record (${kinds[0]}). Pass the id, name or link of the ${kind}.`,
    );
  }
  throw only === undefined
    ? new NameError(
        'NAME_UNKNOWN',
        `the link contains no id. Links are not opened: pass the id or the name of the ${kind}.`,
      )
    : new NameError('NAME_AMBIGUOUS', `the link contains several ids. Pass only the id of the ${kind}.`);
}

/**
 * Returns the kind of record to which an address written by the service belongs. Returns undefined if it is unclear.
 * @param url `Url` of a reference (API description, Entity reference)
 */
export function kindOfAddress(url: string, id: string): RecordKind | undefined {
  const steps = stepsOf(url);
  const word = steps[steps.findIndex((step) => step.toLowerCase() === id.toLowerCase()) - 1] ?? '';
  if (/^projects?$/i.test(word)) return 'project';
  return places.find(([pattern]) => pattern.test(word))?.[1][0];
}

/** Splits an address into words and ids. Of the encoded characters, only `/` and `=` are separators. */
function stepsOf(text: string): string[] {
  const rest = text.replace(/^https?:\/\/[^/?#]*/i, '');
  return rest.split(/[/?#&=;,!:()]|%2f|%3d/i).filter((step) => step !== '');
}

/** Returns the kinds of the nearest known word before an id, unless an id comes first. */
function kindsBefore(steps: readonly string[], index: number): readonly RecordKind[] | undefined {
  for (const word of steps.slice(0, index).reverse()) {
    const place = places.find(([pattern]) => pattern.test(word));
    if (place) return place[1];
    if (isUuid(word)) return undefined;
  }
  return undefined;
}
