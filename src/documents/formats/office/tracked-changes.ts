import { inMark } from '../../../contract/features/documents/document-marks.ts';
import type { Worded } from '../../../contract/language.ts';
import { worded } from '../../../contract/worded.ts';
import { officeMessages } from '../../notes/messages.ts';

/** A tracked change. Two changes of the same kind, author and day are the same object. */
export interface TrackedChange {
  readonly kind: '+' | '-';
  /** Marker with the author and day. Empty if the file contains neither. */
  readonly by: string;
}

export interface TrackedChanges {
  /**
   * Counts a change.
   * @param moment date-time of the change as the file writes it
   * @param number identifies an author without a name. Without it, all authors without a name count as one
   */
  add(
    kind: TrackedChange['kind'],
    author: string | undefined,
    moment: string | undefined,
    number?: string,
  ): TrackedChange;
  /** Names of the authors with the number of their changes. The names come from the file. */
  properties(): Readonly<Record<string, string>>;
  /** Notes with numbers and dates, without text from the file. */
  notes(): readonly Worded[];
}

/** Maximum length of a name, in characters. */
const maxName = 80;
/** Maximum number of author names in the document properties. The others are only counted. */
const maxNames = 10;

export function createTrackedChanges(): TrackedChanges {
  const counts = { '+': 0, '-': 0 };
  const authors = new Map<string, { readonly name: string; readonly count: number }>();
  const known = new Map<string, TrackedChange>();
  let [first, last] = ['', ''];
  return {
    add(kind, author = '', moment = '', number = '') {
      const name = author.replace(/\s+/g, ' ').trim().slice(0, maxName);
      const day = /^\d{4}-\d\d-\d\d/.exec(moment)?.[0] ?? '';
      counts[kind] += 1;
      const owner = name === '' ? number : `name ${name}`;
      authors.set(owner, { name, count: (authors.get(owner)?.count ?? 0) + 1 });
      if (day !== '') {
        if (first === '' || day < first) first = day;
        if (day > last) last = day;
      }
      const key = `${kind} ${day} ${name}`;
      const change = known.get(key) ?? { kind, by: byWhom(name, day) };
      known.set(key, change);
      return change;
    },
    properties(): Readonly<Record<string, string>> {
      const named = [...authors.values()].filter(({ name }) => name !== '');
      if (named.length === 0) return {};
      const shown = named.slice(0, maxNames).map(({ name, count }) => `${name} (${count})`);
      const more = named.length > maxNames ? [`and ${named.length - maxNames} more`] : [];
      return { 'tracked changes by': [...shown, ...more].join(', ') };
    },
    notes() {
      const { '+': insertions, '-': deletions } = counts;
      if (insertions + deletions === 0) return [];
      const dates =
        first === ''
          ? ''
          : first === last
            ? worded(officeMessages.trackedOn, { day: first })
            : worded(officeMessages.trackedFrom, { first, last });
      return [worded(officeMessages.tracked, { insertions, deletions, authors: authors.size, dates })];
    },
  };
}

/** Returns `[change by NAME: DAY]`. A missing name becomes `?`, and a missing day is omitted. */
function byWhom(name: string, day: string): string {
  if (name === '' && day === '') return '';
  return inMark(`change by ${name === '' ? '?' : name}`, day);
}
