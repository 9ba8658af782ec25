import type { Run } from './blocks.ts';

/** Formatting that markup within a line can switch on. */
type Mark = 'isBold' | 'isItalic' | 'isUnderlined' | 'isTagged';

interface Token {
  readonly text: string;
  readonly mark?: Mark;
  readonly canOpen?: boolean;
  readonly canClose?: boolean;
  readonly place?: string;
  readonly note?: string;
}

/** Lookups for references in a line. */
export interface LineReferences {
  /** Returns the text for a placeholder. */
  fill(place: string): string | undefined;
  /** Returns the index of the footnote for a mark `[^name]`; undefined if the text does not define it. */
  note(name: string): number | undefined;
}

/** A Markdown link or picture: its text, and its address with an optional title. */
const linkForm =
  /!?\[[^[\]\n]{1,500}\]\(<?(?:[^()<>\s]|\([^()\s]{0,200}\)){1,2000}>?(?:\s+"[^"\n]{0,200}")?\)/u;
const linkParts = /^!?\[(.*)\]\(<?(\S+?)>?(?:\s+"[^"]*")?\)$/u;
/** Pattern of an address. Round brackets after square brackets form a link only if they contain an address. */
const addressForm = /^(?:[a-z][a-z\d+.-]{1,20}:|www\.|#|\/|[\w./-]{1,2000}\.[a-z]{2,})/iu;

const tokens = new RegExp(
  [
    /\\[*_#|[>-]|\*+|_+|<\/?u>|<br ?\/?>|\[\[[^[\]\n]{1,200}\]\]|\[\^[^[\]\s]{1,40}\]/u,
    linkForm,
    /<(?:https?:\/\/|mailto:)[^\s<>]{1,2000}>/u,
    /(?:(?!!\[)[^\\*_<[])+|[\\<[!]/u,
  ]
    .map(({ source }) => source)
    .join('|'),
  'giu',
);
const isWord = (character: string) => /[\p{L}\p{N}]/u.test(character);
const isSpace = (character: string) => character === '' || /\s/u.test(character);

/**
 * Parses a line into runs: `**bold**`, `*italic*`, `__underlined__` or `<u>…</u>`, `[[placeholder]]`, `[^note]`,
 * `<br>`. A backslash before a mark turns it into text. A mark without a counterpart stays text.
 */
export function readRuns(line: string, known: LineReferences): readonly Run[] {
  const found = tokenise(line);
  const last = new Map<Mark, number>();
  for (const [index, { mark, canClose }] of found.entries()) if (mark && canClose) last.set(mark, index);
  const open = new Set<Mark>();
  const runs: Run[] = [];
  const add = (text: string, extra: Partial<Run> = {}) => {
    const isUnderlined = open.has('isUnderlined') || open.has('isTagged');
    const run = {
      text,
      ...(open.has('isBold') && { isBold: true }),
      ...(open.has('isItalic') && { isItalic: true }),
      ...(isUnderlined && { isUnderlined }),
      ...extra,
    };
    const before = runs.at(-1);
    if (before !== undefined && isAlike(before, run))
      runs[runs.length - 1] = { ...run, text: before.text + text };
    else runs.push(run);
  };
  for (const [index, token] of found.entries()) {
    const { text, mark, place } = token;
    const note = token.note === undefined ? undefined : known.note(token.note);
    if (mark !== undefined && token.canClose && open.has(mark)) open.delete(mark);
    else if (mark !== undefined && token.canOpen && (last.get(mark) ?? -1) > index) open.add(mark);
    else if (note !== undefined) add('', { note });
    else if (place !== undefined) {
      const filled = known.fill(place);
      add(filled ?? text, filled === undefined ? { isPlace: true } : {});
    } else add(text);
  }
  return runs.filter((run) => run.text !== '' || run.note !== undefined);
}

const isAlike = (one: Run, other: Run) =>
  one.note === undefined &&
  other.note === undefined &&
  one.isBold === other.isBold &&
  one.isItalic === other.isItalic &&
  one.isUnderlined === other.isUnderlined &&
  one.isPlace === other.isPlace;

function tokenise(line: string): Token[] {
  const found: Token[] = [];
  for (const { 0: text, index } of line.matchAll(tokens)) {
    const before = line.slice(index - 1, index);
    const after = line.charAt(index + text.length);
    const link = linkIn(text);
    if (link !== undefined) found.push(...link);
    else if (text.startsWith('*')) found.push(...stars(text, before, after));
    else if (text === '__') found.push({ text, mark: 'isUnderlined', ...underscoresMay(before, after) });
    else found.push(simple(text));
  }
  return found;
}

/** Converts a link to its text followed by its address, because links on paper cannot be clicked. */
function linkIn(text: string): readonly Token[] | undefined {
  if (/^<(?:https?|mailto):/iu.test(text)) return [{ text: text.slice(1, -1).replace(/^mailto:/iu, '') }];
  const [, shown, target = ''] = /^!?\[[^[^]/u.test(text) ? (linkParts.exec(text) ?? []) : [];
  if (shown === undefined) return undefined;
  const [open, close] = [text.slice(0, text.indexOf('[') + 1), text.slice(text.lastIndexOf(']('))];
  if (!addressForm.test(target)) return [{ text: open }, ...tokenise(shown), ...tokenise(close)];
  const address = target.replace(/^mailto:/iu, '');
  const plain = (one: string) => one.replace(/^https?:\/\/|\/$/giu, '').toLowerCase();
  const isShown = target.startsWith('#') || plain(shown.trim()) === plain(address);
  return [...tokenise(shown), ...(isShown ? [] : [{ text: ` (${address})` }])];
}

function simple(text: string): Token {
  if (text.startsWith('\\') && text.length === 2) return { text: text.slice(1) };
  if (/^<u>$/i.test(text)) return { text, mark: 'isTagged', canOpen: true };
  if (/^<\/u>$/i.test(text)) return { text, mark: 'isTagged', canClose: true };
  if (/^<br/i.test(text)) return { text: '\n' };
  if (text.startsWith('[[') && text.length > 2) return { text, place: nameOfPlace(text) };
  if (text.startsWith('[^') && text.length > 2) return { text, note: text.slice(2, -1) };
  return { text };
}

/** Returns the name in a placeholder. */
export const nameOfPlace = (text: string) => text.slice(2, -2).trim().replace(/\s+/gu, ' ');

/**
 * Parses asterisks. Two mean bold, one means italic, and three mean both. More are text. A single asterisk within a
 * word is text, as in `2*3*4`.
 */
function stars(text: string, before: string, after: string): Token[] {
  if (text.length > 3) return [{ text }];
  const bold = { canOpen: !isSpace(after), canClose: !isSpace(before) };
  const italic = { canOpen: bold.canOpen && !isWord(before), canClose: bold.canClose && !isWord(after) };
  return [
    ...(text.length > 1 ? [{ text: '**', mark: 'isBold', ...bold } as const] : []),
    ...(text.length !== 2 ? [{ text: '*', mark: 'isItalic', ...italic } as const] : []),
  ];
}

/**
 * Checks whether `__` can begin or end underlining. Underscores that are not next to a word are blanks to fill in by
 * hand: `«__» __.2026`.
 */
function underscoresMay(before: string, after: string): Pick<Token, 'canOpen' | 'canClose'> {
  const isEdge = (character: string) => isWord(character) || /[«»"“”„()[\]*.,!?%]/u.test(character);
  return {
    canOpen: !isWord(before) && (isWord(after) || /[«"“„([*]/u.test(after)),
    canClose: !isWord(after) && isEdge(before),
  };
}
