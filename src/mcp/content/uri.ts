import { InvalidArgumentsError } from '../../contract/errors.ts';
import type { Resource } from '../../contract/features/resource.ts';

const maxLength = 2000;

/** The resource of an address, and the value that the address has in place of the resource's placeholder. */
export interface Addressed {
  readonly resource: Resource;
  /** Decoded value. Empty if the resource has no placeholder. */
  readonly value: string;
}

/** Finds the resource of an address. @throws InvalidArgumentsError if it is malformed */
export function findAddressed(resources: readonly Resource[], uri: string): Addressed | undefined {
  if (uri.length > maxLength)
    throw new InvalidArgumentsError(`The address is longer than ${maxLength} characters.`);
  const { scheme, rest } = split(uri);
  const address = `${scheme}${rest}`;
  const exact = resources.find((resource) => resource.uri === address);
  if (exact !== undefined) return { resource: exact, value: '' };
  const resource = resources.find((one) => one.uri.startsWith(`${scheme}{`));
  const value = decode(rest);
  return resource && value !== '' ? { resource, value } : undefined;
}

/** Splits an address and lowercases its scheme: `CASE://Smith` → `case://` and `Smith`. */
function split(uri: string): { scheme: string; rest: string } {
  const end = uri.indexOf('://') + 3;
  return { scheme: uri.slice(0, end).toLowerCase(), rest: uri.slice(end) };
}

function decode(rest: string): string {
  const text = decodeOrRefuse(rest);
  if (/\p{Cc}/u.test(text)) throw new InvalidArgumentsError('The address contains control characters.');
  return text.trim();
}

function decodeOrRefuse(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new InvalidArgumentsError('The address is not percent-encoded UTF-8: a % itself is written %25.');
  }
}
