import { endOfString, endOfValue, skipSpace } from './scan.ts';

/** What happens to the parts of a JSON text while everything else in it stays as it is, character by character. */
export interface JsonEdits {
  /** The string to stand for this one, a value or a name; both without quotation marks and escapes. */
  readonly string: (content: string) => string;
  /**
   * JSON to stand for the value behind this name, which is the edited one; undefined leaves the value. Not asked about
   * `null`, `true` and `false`.
   */
  readonly value: (name: string) => string | undefined;
}

/**
 * Edits the strings of a JSON text in place. Numbers are not touched, so that those which JavaScript cannot hold stay
 * exact; strings are written without needless escapes. Linear in time, and no deeper on the stack for deep nesting.
 * @param json valid JSON
 */
export function editJson(json: string, edits: JsonEdits): string {
  let edited = '';
  /** Up to here the text is in `edited`. */
  let done = 0;
  let at = 0;
  for (let open = json.indexOf('"'); open !== -1; open = json.indexOf('"', at)) {
    at = endOfString(json, open);
    const token = json.slice(open, at);
    const written = editString(token, edits.string);
    if (written !== token) {
      edited += json.slice(done, open) + written;
      done = at;
    }
    const value = valueAfter(json, at);
    if (value === undefined || 'tfn'.includes(json.charAt(value))) continue;
    const replacement = edits.value(JSON.parse(written));
    if (replacement === undefined) continue;
    edited += json.slice(done, value) + replacement;
    done = at = endOfValue(json, value);
  }
  return edited + json.slice(done);
}

/** A string that needs neither an edit nor another spelling stays as the service wrote it. */
function editString(token: string, edit: JsonEdits['string']): string {
  const isPlain = !token.includes('\\');
  const content: string = isPlain ? token.slice(1, -1) : JSON.parse(token);
  const wanted = edit(content);
  if (wanted === content && (isPlain || !/\\[u/]/.test(token))) return token;
  return JSON.stringify(wanted);
}

/** Where the value begins if the string that ends at `at` is a name; undefined if it is a value itself. */
function valueAfter(json: string, at: number): number | undefined {
  const colon = skipSpace(json, at);
  return json.charAt(colon) === ':' ? skipSpace(json, colon + 1) : undefined;
}
