import { InvalidArgumentsError } from '../../contract/errors.ts';

/**
 * A path with its values. A value stays within its segment, since no encoded value holds a separator, and it is
 * neither empty nor a dot segment, which a server would take for a step up.
 */
export function buildPath(template: string, values: Readonly<Record<string, unknown>>): string {
  if (!template.includes('{')) return template;
  return template.replace(
    /(?<=\/)([^/{]*)\{(\w+)\}/g,
    (_, before: string, name: string) => before + pathValue(name, values[name], before !== ''),
  );
}

/** Ids, nearly always: nothing in them means anything in an address. */
const plain = /^[\w-]+$/;

/** @param shared the placeholder shares its segment with text (`participants{id}`), and so may be left out */
function pathValue(name: string, value: unknown, shared: boolean): string {
  if (value === undefined && shared) return '';
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  if (plain.test(text)) return text;
  if (text.trim() === '' || text === '.' || text === '..' || /[\p{Cc}\p{Cs}/\\?#%]/u.test(text))
    throw new InvalidArgumentsError(`${name}: not a value that can stand in a path.`);
  return encodeURIComponent(text);
}
