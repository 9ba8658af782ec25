import type { Question } from '../../../contract/features/card.ts';
import type { Operation } from '../../../contract/operations/operation.ts';
import { isUuid } from '../../../contract/uuid.ts';
import type { Loss, Lost } from '../losses.ts';
import { inShort } from './target.ts';
import { oneLine } from './visible-text.ts';
import { captionOf, known, quotedInShort, say, showEntry, showValue, type Voice } from './wording.ts';

/** Maximum number of characters: of all values together (`values`), so that every name fits, and of one name. */
const most = { values: 2_000, name: 100 };
const leastOfValue = 20;
/** Maximum number of list entries shown, and of members shown per entry. */
const maxItems = 20;

/**
 * Describes the data that a call removes, with names and current values. The result has no rows if the data could not
 * be read. Returns undefined if the call removes nothing.
 * @param becomes new state of the record, if the call changes its state. The change can be reversed, so the old state
 *   counts as changed and not as lost
 */
export function describeLost(
  voice: Voice,
  lost: Lost = [],
  becomes?: NonNullable<Operation['stores']>['becomes'],
): Question['lost'] {
  if (lost === 'unread') return { heading: say(voice, 'unread'), rows: [] };
  if (lost.length === 0) return undefined;
  const length = Math.max(leastOfValue, Math.floor(most.values / lost.length));
  const next = becomes && ` → ${shown(voice, becomes === 'archived' ? 'Archived' : 'InWork', length)}`;
  const rows = lost.map((loss) => ({
    label: called(voice, loss),
    value: `${shown(voice, loss.value, length)}${next ?? ''}`,
  }));
  return becomes
    ? { heading: say(voice, 'changed'), rows, isReversible: true }
    : { heading: say(voice, 'lost'), rows };
}

/** Returns the display name of a removed value: plain words, or the name that the firm has given the field. */
function called(voice: Voice, { path: [first = '', ...rest], name }: Loss): string {
  const parts = name === undefined ? rest : [name];
  const words = parts.map(
    (part) => known(voice, part) ?? (isPlain(part) ? nameOfPart(voice, part) : quote(voice, part)),
  );
  return (name === undefined ? [captionOf(voice, first), ...words] : words).join(', ');
}

const isPlain = (name: string) =>
  name.length <= most.name && oneLine(name, most.name) === name && /^[\p{L}\p{N} _/().,№-]+$/u.test(name);
const nameOfPart = (voice: Voice, part: string) => (/^[A-Za-z]+$/.test(part) ? captionOf(voice, part) : part);
const quote = (voice: Voice, name: string) => quotedInShort(voice, name, most.name);

function shown(voice: Voice, value: unknown, length: number): string {
  if (value === undefined) return say(voice, 'unknown');
  const named = typeof value === 'string' ? value : withNames(voice, value);
  if (typeof named === 'string') {
    const line = known(voice, named) ?? showValue(voice, named.slice(0, length * 2));
    return line.startsWith('"') && !isUuid(named) ? quotedInShort(voice, named, length) : line;
  }
  if (!Array.isArray(value)) return inShort(showValue(voice, named), length);
  const items = (named as readonly unknown[]).map((item) => showEntry(voice, item));
  const rest = value.length - items.length;
  const all = rest > 0 ? [...items, say(voice, 'more', rest)] : items;
  return inShort(`${value.length} (${all.join('; ')})`, length);
}

/** Prepares a value for display: shortens it, replaces records with their names, and drops empty values. */
function withNames(voice: Voice, value: unknown): unknown {
  if (typeof value === 'string') return value.slice(0, most.values);
  if (Array.isArray(value)) return value.slice(0, maxItems).map((item) => withNames(voice, item));
  if (typeof value !== 'object' || value === null) return value;
  const { Id, Name, CreationDate, LastChangeDate, Url, ...rest } = value as Readonly<Record<string, unknown>>;
  if (typeof Name === 'string' && Name !== '') return Name;
  const filled = Object.entries(rest).filter(([, item]) => item !== null && item !== '');
  const id = typeof Id === 'string' ? Id.toLowerCase() : '';
  if (voice.called.has(id)) return voice.called.get(id) ?? Id;
  if (filled.length === 0 && Id !== undefined) return Id;
  return Object.fromEntries(filled.slice(0, maxItems).map(([key, item]) => [key, withNames(voice, item)]));
}
