import type { HeaderReader } from './head.ts';

/** Media types of a response: one message, or a stream of events. */
const forms = ['application/json', 'text/event-stream'];

/**
 * Checks whether a request accepts both media types. A wildcard or a missing header accepts both (RFC 9110, 12.5.1).
 * General HTTP tools usually send a wildcard or no header.
 */
export function acceptsBoth(headers: HeaderReader): boolean {
  const given = headers.get('accept');
  if (given !== null && forms.every((form) => given.includes(form))) return true;
  return forms.every((form) => accepts(given, form));
}

export const acceptsEvents = (headers: HeaderReader): boolean =>
  headers.get('accept')?.includes('text/event-stream') === true || acceptsBoth(headers);

function accepts(header: string | null, form: string): boolean {
  const fitting = ['*/*', `${form.slice(0, form.indexOf('/'))}/*`, form];
  return (header?.trim() || '*/*').split(',').some((part) => {
    const [range = '', ...parameters] = part.split(';').map((word) => word.trim().toLowerCase());
    return fitting.includes(range) && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}
