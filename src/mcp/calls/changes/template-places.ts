/** Placeholders of a template, compared with the document that the service created from it. */
export interface ComparedPlaces {
  readonly all: readonly string[];
  /** Placeholders that the service replaced with no text. */
  readonly empty: readonly string[];
  /** Adjacent placeholders of which at least one was replaced with no text. It cannot be determined which one. */
  readonly doubtful: readonly string[];
  /** Placeholders that the document still contains. */
  readonly left: readonly string[];
  /** False if the document differs from the template in other texts too, so that empty places cannot be found. */
  readonly isCompared: boolean;
}

/** Matches the usual forms of placeholders: `{Tag}`, `${Tag}`, `{{Tag}}`, `[[Tag]]` and `<<Tag>>`. */
const placeholder =
  /\{\{[^{}\n]{1,80}\}\}|\$?\{[\p{L}_][\p{L}\p{N}_.: -]{0,79}\}|\[\[[^[\]\n]{1,80}\]\]|<<[^<>\n]{1,80}>>/gu;

/** Returns each placeholder of a text once. */
export const placeholdersIn = (text: string): string[] => [...new Set(text.match(placeholder) ?? [])];

/** Compares a document with its template, aligned by the text between placeholders. */
export function comparePlaces(template: string, created: string): ComparedPlaces {
  const source = tidied(template);
  const document = tidied(created);
  const places = source.match(placeholder) ?? [];
  const [first = '', ...between] = source.split(placeholder);
  const empty = new Set<string>();
  const doubtful = new Set<string>();
  let group: string[] = [];
  let at = find(document, first, 0);
  for (const [index, place] of places.entries()) {
    if (at === undefined) break;
    group.push(place);
    const next = between[index] ?? '';
    const isLast = index === places.length - 1;
    // If there is no text between placeholders, compare their values together.
    if (next.trim() === '' && !isLast) continue;
    const found =
      next.trim() === '' ? { from: document.length, to: document.length } : find(document, next, at.to);
    const value = document.slice(at.to, found?.from);
    const isSure = value.trim() === '' || isByLine(group, value);
    if (found !== undefined) for (const one of emptyIn(group, value)) (isSure ? empty : doubtful).add(one);
    at = found;
    group = [];
  }
  const left = placeholdersIn(document);
  const isUnfilled = (one: string) => !left.includes(one);
  return {
    all: [...new Set(places)],
    empty: [...empty].filter(isUnfilled),
    doubtful: [...doubtful].filter((one) => isUnfilled(one) && !empty.has(one)),
    left,
    isCompared: at !== undefined,
  };
}

/** Finds a text in a document. If it does not occur exactly, finds it without the white space at its ends. */
function find(document: string, text: string, start: number): { from: number; to: number } | undefined {
  for (const one of [text, text.trim()]) {
    const from = document.indexOf(one, start);
    if (from >= 0) return { from, to: from + one.length };
  }
  return undefined;
}

/** Checks whether the value has one line for each of the placeholders. */
const isByLine = (group: readonly string[], value: string) => value.split('\n').length === group.length;

/** Returns those placeholders of a group that have no text, or may have none. */
function emptyIn(group: readonly string[], value: string): readonly string[] {
  const lines = value.split('\n');
  if (value.trim() === '') return group;
  if (group.length === 1) return [];
  if (isByLine(group, value)) return group.filter((_, index) => lines[index]?.trim() === '');
  return value.trim().split(/\s+/).length >= group.length ? [] : group;
}

/** Removes spaces, because the parsers of some formats keep them and others drop them. */
const tidied = (text: string) =>
  text
    .split('\n')
    .map((line) => line.replace(/[^\S\n]+/g, ' ').trim())
    .join('\n');
