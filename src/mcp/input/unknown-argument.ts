import type { z } from 'zod';
import { argumentCalled, collectorIn } from '../../contract/operations/other-words.ts';
import { didYouMean, distance } from '../../contract/spelling.ts';
import { fieldAt, objectOf } from './field-at.ts';

type UnknownKeys = z.core.$ZodIssue & { code: 'unrecognized_keys' };

/** Maximum number of unknown names that a refusal repeats. */
const maxKeys = 8;
/** Maximum number of known names of a nested object. If there are more, the most similar ones are listed. */
const maxKnown = 12;

/**
 * Returns the refusal of unknown names. It lists the names that exist in the same place, and says where an unknown name
 * belongs if it exists elsewhere.
 */
export function unknownArgument(
  schema: z.ZodObject,
  { keys, path }: UnknownKeys,
  show: (value: unknown) => string,
): string {
  const field = fieldAt(schema, path);
  const known = Object.keys((field && objectOf(field))?.shape ?? {});
  const isNested = path.length > 0;
  const rest = keys.length - maxKeys;
  const shown = keys.slice(0, maxKeys).map((key) => {
    if (isNested) return show(key);
    const holders = holdersOf(schema, key);
    const place = holders.length > 0 ? ` (it belongs in ${holders.join(' or ')})` : didYouMean(key, known);
    return `${show(key)}${place}`;
  });
  const names = `${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
  if (isNested) return `${nestedRefusal(path, names, keys, known)}${outside(schema, keys)}`;
  return `Unknown argument ${names}: ${known.length > 0 ? `the tool takes ${known.join(', ')}` : 'the tool takes none'}.`;
}

function nestedRefusal(
  path: readonly PropertyKey[],
  names: string,
  [key = '']: readonly string[],
  known: readonly string[],
): string {
  const refusal = `${path.map(String).join('.')} has no ${names}.`;
  if (known.length === 0) return refusal;
  const rest = known.length - maxKnown;
  if (rest <= 0) return `${refusal} It has: ${known.join(', ')}.`;
  const changes = (name: string) => distance(key.toLowerCase(), name.toLowerCase());
  const nearest = known.toSorted((one, other) => changes(one) - changes(other)).slice(0, maxKnown);
  return `${refusal} It has: ${nearest.join(', ')} and ${rest} more.`;
}

/** Returns a hint if the tool itself takes an argument that a call passed inside an object. */
function outside(schema: z.ZodObject, keys: readonly string[]): string {
  const own = keys.slice(0, maxKeys).flatMap((key) => argumentCalled(schema, key) ?? []);
  return own.length > 0 ? ` Arguments of the tool itself: ${own.join(', ')}.` : '';
}

/**
 * Returns the arguments whose objects have a field with this name or alias. If there is none, returns the one that takes
 * unknown arguments, which has another value for this name.
 */
function holdersOf(schema: z.ZodObject, key: string): string[] {
  const { shape } = schema;
  const holders = Object.entries(shape).flatMap(([name, field]) => {
    const object = objectOf(field as z.ZodType);
    return object !== undefined && argumentCalled(object, key) !== undefined ? [name] : [];
  });
  return holders.length > 0 ? holders : [collectorIn(schema) ?? []].flat();
}
