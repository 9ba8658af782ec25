import type { ReferenceField } from '../../api/reference/structure.ts';
import type { TakenShape } from '../../contract/operations/deployment.ts';
import { lettersOf } from '../../contract/records/letters.ts';
import type { OwnField } from './own-fields.ts';

/**
 * Returns the structure in which a request of the deployment contains a value. Returns undefined if the structure is
 * the same or unknown.
 */
export function shapeTaken(field: OwnField, real: ReferenceField): TakenShape | undefined {
  if (field.isList !== real.isList) return undefined;
  if (field.kind === 'uuid' && real.kind === 'object') {
    const key = keyIn(real.fields);
    return key === undefined ? undefined : { within: key };
  }
  if (field.isList && field.kind === 'object' && real.kind === 'uuid') {
    const key = keyIn(field.fields?.filter(({ name }) => !isSort(name)));
    return key === undefined ? undefined : { only: key };
  }
  return undefined;
}

/** Returns the wrapper object that contains all fields of a form except files. Returns undefined if there is none. */
export function holderOf(
  own: readonly OwnField[],
  theirs: readonly ReferenceField[] = [],
): ReferenceField | undefined {
  const others = theirs.filter(({ kind }) => kind !== 'binary');
  const [holder, second] = others;
  if (holder?.fields === undefined || holder.isList || second !== undefined) return undefined;
  const names = new Set(holder.fields.map(({ name }) => lettersOf(name)));
  const common = own.filter(({ name }) => names.has(lettersOf(name)));
  return common.length >= 2 && common.length * 2 > own.length ? holder : undefined;
}

/** Returns the name of a record's id field. Returns undefined if another field is required too. */
function keyIn(fields: readonly ReferenceField[] = []): string | undefined {
  const ids = fields.filter(({ kind, isList }) => kind === 'uuid' && !isList);
  const key = ids.find(({ name }) => name.toLowerCase() === 'id') ?? (ids.length === 1 ? ids[0] : undefined);
  return fields.every((one) => one === key || !one.isRequired) ? key?.name : undefined;
}

/** Checks whether a field contains the type of a record. Such a field is not needed next to an id. */
const isSort = (name: string) => /^(?:type|kind)$/i.test(name);

/** Matches the fields of a group with fields of the same name at the top level. */
export const pairsBeside = (
  group: readonly OwnField[],
  free: readonly ReferenceField[],
): readonly (readonly [OwnField, ReferenceField])[] =>
  group.flatMap((field) => {
    const [real, other] = free.filter(
      (one) => lettersOf(one.name) === lettersOf(field.name) && isLike(field, one),
    );
    const wrapped = free.filter((one) => isWrapped(field, one));
    const found = real ?? (wrapped.length === 1 ? wrapped[0] : undefined);
    return found === undefined || other !== undefined ? [] : [[field, found] as const];
  });

/**
 * Checks whether the field of the API reference is an object that contains the id. Example: `LegalForm` for
 * `LegalFormId`.
 */
const isWrapped = (field: OwnField, real: ReferenceField) =>
  lettersOf(field.name) === `${lettersOf(real.name)}id` && shapeTaken(field, real) !== undefined;
const isLike = (field: OwnField, real: ReferenceField) =>
  field.isList === real.isList && (real.kind !== 'object' || field.kind === 'object');
