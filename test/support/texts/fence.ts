/** Text of a tool as its words alone, without the lines that mark the service's part of them as data. */
export const unfence = (text: string): string =>
  text.replace(
    /(?:The service says:\n|^(?!File |Файл )[^\n:,(]+(?: \([^\n]+\))?:\n)?<data-([\w-]{16})>\n([\s\S]*?)\n<\/data-\1>/g,
    '$2',
  );

/**
 * What an assistant that trusts the first fence it sees takes for words of the bridge.
 * @throws where a fence does not end exactly once
 */
export function outside(text: string): string {
  const open = /^<data-[^>\n]+>$/m.exec(text);
  if (!open) return text;
  const [before, rest] = [text.slice(0, open.index), text.slice(open.index + open[0].length)];
  const parts = rest.split(`\n${open[0].replace('<', '</')}`);
  if (parts.length !== 2) throw new Error(`a fence that ends ${parts.length - 1} times`);
  return before + outside(parts[1] ?? '');
}

/** A text that a client received and that nothing marks as data of others. */
export interface Bare {
  /** Where it stood: `result.content.0.text`; elements of lists by their numbers. */
  readonly place: string;
  readonly text: string;
}

/**
 * Everything in a message to a client that an assistant may take for words of the bridge, names of fields included.
 * Left out are the insides of fences, what stands behind the mark of structured results and of JSON resources, and the
 * bytes of files, which no text can be put around.
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

/** The mark and the notes of an object whose first member says that the rest is data; all of it where it does not. */
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
