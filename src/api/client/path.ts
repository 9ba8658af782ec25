import { InvalidArgumentsError } from '../../contract/errors.ts';

/**
 * Builds a path from a template. A value cannot leave its segment, because it is encoded and must be neither empty nor
 * a dot segment, which a server would resolve.
 */
export function buildPath(template: string, values: Readonly<Record<string, unknown>>): string {
  if (!template.includes('{')) return template;
  return template.replace(
    /(?<=\/)([^/{]*)\{(\w+)\}/g,
    (_, before: string, name: string) => before + pathValue(name, values[name], before !== ''),
  );
}

/** Matches most ids, which need no encoding. */
const plain = /^[\w-]+$/;

/**
 * Encodes a value for a path.
 * @param shared true if the placeholder shares its segment with text (`participants{id}`); the value may then be
 * missing
 */
function pathValue(name: string, value: unknown, shared: boolean): string {
  if (value === undefined && shared) return '';
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  if (plain.test(text)) return text;
  if (text.trim() === '' || text === '.' || text === '..' || /[\p{Cc}\p{Cs}/\\?#%]/u.test(text))
    throw new InvalidArgumentsError(`${name}: this value is not allowed in a path.`);
  return encodeURIComponent(text);
}
