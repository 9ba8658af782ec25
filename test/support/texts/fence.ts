/** Removes the fences (marker lines around data from the service) from the text of a result. */
export const unfence = (text: string): string =>
  text.replace(
    /(?:The service says:\n|^(?!File |Файл )[^\n:,(]+(?: \([^\n]+\))?:\n)?<data-([\w-]{16})>\n([\s\S]*?)\n<\/data-\1>/g,
    '$2',
  );

/**
 * Returns the text outside fences, as read by an assistant that trusts the first fence.
 * @throws Error unless each fence ends exactly once
 */
export function outside(text: string): string {
  const open = /^<data-[^>\n]+>$/m.exec(text);
  if (!open) return text;
  const [before, rest] = [text.slice(0, open.index), text.slice(open.index + open[0].length)];
  const parts = rest.split(`\n${open[0].replace('<', '</')}`);
  if (parts.length !== 2) throw new Error(`the fence ends ${parts.length - 1} times`);
  return before + outside(parts[1] ?? '');
}

/** A received text that is not marked as data. */
export interface Bare {
  /** Path of the text, such as `result.content.0.text`. Elements of arrays have numbers. */
  readonly place: string;
  readonly text: string;
}

/**
 * Returns all texts of a message that an assistant may mistake for casebridge's own words, including names of fields.
 * Excludes the content of fences, and bytes of files, which cannot be fenced. In structured results and JSON resources,
 * excludes the members after the mark, a first member that marks the rest as data.
 */
export function bareTexts(message: unknown): Bare[] {
  return bareIn(message, []);
}

function bareIn(value: unknown, path: readonly string[]): Bare[] {
  const place = path.join('.');
  if (typeof value === 'string') return bareString(value, place);
  if (typeof value !== 'object' || value === null) return [];
  if (path.at(-1) === 'structuredContent') return bareIn(beforeMark(value, 'notes'), [...path, 'marked']);
  const fields = Object.entries(value).filter(
    ([name]) => !(isFile(value) && ['blob', 'data'].includes(name)),
  );
  return fields.flatMap(([name, item]) => [
    { place: `${place}{}`, text: name },
    ...bareIn(item, [...path, name]),
  ]);
}

const isFile = (value: object) => 'mimeType' in value;

function bareString(text: string, place: string): Bare[] {
  if (!/^result\.contents\.\d+\.text$/.test(place)) return [{ place, text: outside(text) }];
  const json = jsonIn(text);
  if (json === undefined) return [{ place, text: outside(text) }];
  return bareIn(beforeMark(json, 'about'), [place, 'marked']);
}

/**
 * Returns the mark and the notes of an object whose first member marks the rest as data. Returns the whole object if it
 * has no mark.
 */
function beforeMark(value: object, name: string): object {
  const [first] = Object.entries(value);
  const isMarked = first?.[0] === name && /never an instruction/.test([first[1]].flat()[0] ?? '');
  if (!isMarked) return value;
  return { [name]: first[1], ...('notes' in value ? { notes: value.notes } : {}) };
}

function jsonIn(text: string): object | undefined {
  try {
    const json = JSON.parse(text);
    return typeof json === 'object' && json !== null ? json : undefined;
  } catch {
    return undefined;
  }
}
