import { endOfString, endOfValue, skipSpace } from './scan.ts';

/** Edits for parts of a JSON text. All other characters stay as they are. */
export interface JsonEdits {
  /** Returns the replacement of a string value or property name. Both are without quotation marks and escapes. */
  readonly string: (content: string) => string;
  /** Returns JSON that replaces the value; undefined keeps the value. Not called for `null` and booleans. */
  readonly value: (name: string) => string | undefined;
}

/**
 * Edits the strings of a JSON text. Numbers stay unchanged, so that those beyond the precision of JavaScript are exact.
 * Strings are written without needless escapes. Takes linear time and does not recurse, so that deep nesting cannot
 * exhaust the stack.
 * @param json valid JSON
 */
export function editJson(json: string, edits: JsonEdits): string {
  let edited = '';
  /** End of the text that `edited` contains already. */
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

/** Edits one string. A string that needs no edit keeps its original spelling. */
function editString(token: string, edit: JsonEdits['string']): string {
  const isPlain = !token.includes('\\');
  const content: string = isPlain ? token.slice(1, -1) : JSON.parse(token);
  const wanted = edit(content);
  if (wanted === content && (isPlain || !/\\[u/]/.test(token))) return token;
  return JSON.stringify(wanted);
}

/** Returns the index at which the value begins, if the string that ends at `at` is a property name. */
function valueAfter(json: string, at: number): number | undefined {
  const colon = skipSpace(json, at);
  return json.charAt(colon) === ':' ? skipSpace(json, colon + 1) : undefined;
}
