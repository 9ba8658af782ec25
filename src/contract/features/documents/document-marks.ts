/**
 * Delimiters of marks in a document's text. Marks show deleted text, hidden text, comments and the like. The delimiters
 * are Unicode noncharacters until the text is displayed. Therefore casebridge can cut a text anywhere and repair its
 * marks, and the document's own text cannot contain or end a mark.
 */
const [begin, body, end] = ['\ufdd0', '\ufdd1', '\ufdd2'];
const markers = /[\ufdd0-\ufdd2]/;
/** Noncharacters that Unicode reserves for internal use. Documents must not contain them. */
const reserved = /[\ufdd0-\ufdef]/;

/**
 * A mark. The label is `+` or `-` for a tracked change. Otherwise it is the text before the colon, such as `hidden`,
 * `comment by Anna`, `change by Anna` or `^1`.
 */
interface Mark {
  readonly label: string;
}

/**
 * Section of text between two boundaries of marks, with the marks around it. `text` is empty for a mark without text,
 * such as `[row 12]`.
 */
export interface MarkedRun {
  readonly marks: readonly Mark[];
  readonly text: string;
}

/** Wraps a string in a mark. @param label text from casebridge or from the document */
export const inMark = (label: string, text = ''): string => `${markBegin(label)}${text}${markEnd}`;

export const markBegin = (label: string): string => `${begin}${label.replace(/\s+/g, ' ').trim()}${body}`;
export const markEnd: string = end;

/** Replaces noncharacters in a document's own text, so that it cannot contain delimiters of marks. */
export const withoutMarkers = (text: string): string =>
  reserved.test(text) ? text.replace(new RegExp(reserved, 'g'), '\ufffd') : text;

export const hasMarks = (text: string): boolean => markers.test(text);

/**
 * Splits text at the boundaries of its marks.
 * @param open marks that are already open at the start of the text. A mark without an end extends to the end of the
 * text.
 */
export function runsOf(text: string, open: readonly Mark[] = []): MarkedRun[] {
  const runs: MarkedRun[] = [];
  let marks = open;
  let isFresh = false;
  for (const piece of text.match(/[\ufdd0][^\ufdd0-\ufdd2]*[\ufdd1]?|[\ufdd1\ufdd2]|[^\ufdd0-\ufdd2]+/g) ??
    []) {
    if (piece.startsWith(begin)) {
      marks = [...marks, { label: piece.replace(/[\ufdd0\ufdd1]/g, '') }];
      isFresh = true;
    } else if (piece === end) {
      if (isFresh) runs.push({ marks, text: '' });
      marks = marks.slice(0, -1);
      isFresh = false;
    } else if (piece !== body) {
      runs.push({ marks, text: piece });
      isFresh = false;
    }
  }
  return runs;
}

/** Joins runs into one text. A mark that adjacent runs share is written only once. */
export const textOfRuns = (runs: readonly MarkedRun[]): string =>
  written(runs, { open: ({ label }) => `${begin}${label}${body}`, close: () => end, text: (text) => text });

/**
 * Applies a function separately to text inside marks, to text outside marks, and to labels, so that the function cannot
 * merge or remove marks.
 */
export function changedWords(text: string, change: (words: string) => string): string {
  if (!hasMarks(text)) return change(text);
  const marks = new Map<Mark, Mark>();
  const changed = (mark: Mark): Mark => {
    const known = marks.get(mark) ?? { label: change(mark.label) };
    marks.set(mark, known);
    return known;
  };
  return textOfRuns(runsOf(text).map((run) => ({ marks: run.marks.map(changed), text: change(run.text) })));
}

interface Writing {
  open(mark: Mark, isEmpty: boolean): string;
  close(mark: Mark, isEmpty: boolean): string;
  text(text: string, run: MarkedRun, next: MarkedRun | undefined): string;
}

function written(runs: readonly MarkedRun[], { open, close, text }: Writing): string {
  const pieces: string[] = [];
  let marks: readonly Mark[] = [];
  let isEmpty = false;
  const closeTo = (depth: number) => {
    for (const mark of marks.slice(depth).reverse()) {
      pieces.push(close(mark, isEmpty));
      isEmpty = false;
    }
  };
  for (const [index, run] of runs.entries()) {
    let common = 0;
    while (common < marks.length && marks[common] === run.marks[common]) common += 1;
    closeTo(common);
    isEmpty = run.text === '';
    const opened = run.marks.slice(common);
    for (const [at, mark] of opened.entries()) pieces.push(open(mark, isEmpty && at === opened.length - 1));
    pieces.push(text(run.text, run, runs[index + 1]));
    marks = run.marks;
  }
  closeTo(0);
  return pieces.join('');
}

/** Completes the marks of each chunk: closes them at its end and reopens them in the next one. */
export function balanced(pieces: readonly string[]): string[] {
  if (!pieces.some(hasMarks)) return [...pieces];
  let open: readonly Mark[] = [];
  let carried = '';
  return pieces.map((piece) => {
    const text = carried + piece;
    const cut = text.lastIndexOf(begin);
    // If a chunk ends within a label, move the label to the next chunk.
    const isCut = cut > text.lastIndexOf(body) && cut > text.lastIndexOf(end);
    carried = isCut ? text.slice(cut) : '';
    const whole = isCut ? text.slice(0, cut) : text;
    const runs = runsOf(whole, open);
    open = openAfter(whole, open);
    return textOfRuns(runs);
  });
}

function openAfter(text: string, open: readonly Mark[]): readonly Mark[] {
  const last = runsOf(`${text}.`, open).at(-1);
  return last?.marks ?? open;
}

/** Returns a part of a text. Marks that extend beyond the part are closed at its ends. */
export function partOfMarked(text: string, from: number, to = text.length): string {
  if (!hasMarks(text)) return text.slice(from, to);
  return balanced([text.slice(0, from), text.slice(from, to)])[1] ?? '';
}

/**
 * Matches the start of text that only looks like a mark (`likeMark`) or like the first line of a page (`likePage`). The
 * repetitions are bounded, because a text may consist of many such starts.
 */
const likeMark =
  /(?<!\\)\\*\[(?=[^\S\n]{0,9}(?:[-+^=]|\p{L}[^[\]\n]{0,80}:|(?:a picture|no text|row \d|hidden|merged|formula|header|footer|comment|change by|field)))/giu;
const likePage = /(?<=(?:^|[\n\r\v\f\u0085\u2028\u2029])[^\S\n]{0,9})(?<!\\)\\*==(?=[^=\n])/g;
const bracket = /(?<!\\)\\*[[\]]/g;
const lastSlashes = /(?<!\\)\\+$/;
/** Prefixes a match with a backslash, and doubles its existing backslashes. */
const escaped = (found: string) => {
  const slashes = /^\\*/.exec(found)?.[0] ?? '';
  return `${slashes}\\${found}`;
};

/** Writes marks in brackets, and a backslash before text that only looks like a mark. */
export function printed(text: string): string {
  return written(runsOf(text), {
    open: ({ label }, isEmpty) => `[${words(label)}${isChange(label) || isEmpty ? '' : ': '}`,
    close: ({ label }) => (isChange(label) ? `${label}]` : ']'),
    text(own, { marks }, next) {
      const lines = own.replace(likePage, escaped);
      if (marks.length > 0) return lines.replace(bracket, escaped).replace(lastSlashes, '$&$&');
      const safe = lines.replace(likeMark, escaped);
      if (next === undefined) return safe;
      // Escape the end, because otherwise it could form a mark together with the following one, or escape the bracket
      // of that mark.
      return safe.endsWith('[') ? `${safe.slice(0, -1)}\\[` : safe.replace(lastSlashes, '$&$&');
    },
  });
}

const isChange = (label: string) => label === '+' || label === '-';
const words = (label: string) => label.replace(bracket, escaped);

/** Converts a document's own text without marks, such as a name, for display. */
export const printedWords = (text: string): string => printed(withoutMarkers(text));

/** Checks whether a displayed text contains an escape. */
export const hasEscapes = (text: string): boolean => /\\(?:[[\]]|==)/.test(text);
