import { endOfString } from '../../json/scan.ts';

/** Formats JSON with an indentation of two spaces. Strings and numbers do not change. */
export function indented(json: string): string {
  const parts: string[] = [];
  let depth = 0;
  const newLine = () => parts.push('\n', '  '.repeat(depth));
  for (let at = 0; at < json.length; ) {
    const sign = json.charAt(at);
    const end = sign === '"' ? endOfString(json, at) : at + 1;
    const token = json.slice(at, end);
    at = end;
    if (/\s/.test(sign)) continue;
    if (sign === '}' || sign === ']') {
      depth -= 1;
      if (parts.at(-1) !== '{' && parts.at(-1) !== '[') newLine();
      parts.push(token);
      continue;
    }
    if (parts.at(-1) === '{' || parts.at(-1) === '[') newLine();
    parts.push(sign === ':' ? ': ' : token);
    if (sign === '{' || sign === '[') depth += 1;
    if (sign === ',') newLine();
  }
  return parts.join('');
}

export function isJsonText(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
