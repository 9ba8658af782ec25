import { duplicate } from '../../http/errors.ts';
import type { ObjectType } from '../../state/entities/object-types.ts';
import type { CaseObject } from '../../state/entities/objects.ts';
import { findField, isFilled, type Scope, typeOf } from '../fields/fields.ts';
import { caseAccess, reaches } from '../permissions.ts';

/** System fields that a duplicate rule may name. */
const properties: Record<string, (object: CaseObject) => unknown> = {
  Name: (object) => object.name,
  Number: (object) => object.number,
};

/**
 * Throws 409 if another object of the same type, active or archived, has the same data (DUP). Checks nothing if the
 * type has no rule or if its rule names a deleted field.
 */
export function refuseDuplicate({ world, user }: Scope, object: CaseObject): void {
  const type = typeOf(world, object);
  const rule = type.duplicateRule ?? [];
  const names = rule.map((key) => nameOf(type, key));
  if (rule.length === 0 || names.includes(undefined)) return;
  const data = dataOf(object, rule);
  if (data === undefined) return;
  const twins = world.objects.filter(
    (other) => other.id !== object.id && other.typeId === object.typeId && dataOf(other, rule) === data,
  );
  if (twins.length === 0) return;
  // An invisible duplicate also prevents the change, but its id is not returned.
  const visible = twins.filter((other) => reaches(caseAccess(user, other), 'View'));
  throw duplicate(
    names.flatMap((name) => name ?? []),
    visible.map(({ id }) => id),
  );
}

const nameOf = (type: ObjectType, key: string) => (properties[key] ? key : findField(type, key)?.field.name);

/** Returns the values that the rule compares, as one string. Returns undefined if all of them are empty. */
function dataOf(object: CaseObject, rule: readonly string[]): string | undefined {
  const values = rule.map((key) => properties[key]?.(object) ?? object.fields[key]);
  if (!values.some(isFilled)) return undefined;
  return JSON.stringify(
    values.map((value) => (typeof value === 'string' ? value.trim().toLowerCase() : (value ?? null))),
  );
}
