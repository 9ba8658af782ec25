/**
 * Fills in the placeholders of a prompt. Each value becomes one line in quotation marks, which the value cannot close.
 * A line is omitted if one of its placeholders has no value.
 */
export function fillText(text: string, given: Readonly<Record<string, string>>): string {
  const quoted = (name: string) => JSON.stringify(oneLine(given[name] ?? ''));
  return text
    .split('\n')
    .filter((line) => fieldsIn(line).every((name) => Object.hasOwn(given, name)))
    .map((line) => line.replace(field, (_, name: string) => quoted(name)))
    .join('\n');
}

const field = /\{([a-z_]+)\}/g;
const fieldsIn = (line: string) => Array.from(line.matchAll(field), ([, name = '']) => name);

/** Replaces line breaks in a value, because they would let it pose as further lines of the prompt. */
const oneLine = (text: string) => text.replace(/[\s\u0085\u2028\u2029]+/gu, ' ').trim();
