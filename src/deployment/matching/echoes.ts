import type { ReferenceField } from '../../api/reference/structure.ts';
import type { OwnField } from './own-fields.ts';

/** A field of casebridge's operation catalogue, with its name in the deployment as learned from one request. */
export interface Renaming {
  readonly field: OwnField;
  readonly real: ReferenceField;
}

/**
 * Checks whether names learned from other requests confirm the name `real` for a field. There are two cases. In the
 * first, the same field has exactly this name and type in another request. In the second, the field is a record whose
 * id is an argument with the corresponding name: if `ParticipantId` is called `PersonId`, then `Participant` is called
 * `Person`. A name that two different fields use confirms nothing.
 */
export type Echo = (field: OwnField, real: ReferenceField) => boolean;

export function createEcho(learnt: readonly Renaming[]): Echo {
  const isSame: Echo = (field, real) => {
    const named = learnt.filter((one) => one.real.name === real.name);
    return (
      named.length > 0 && named.every((one) => one.field.name === field.name && areAlike(one.real, real))
    );
  };
  const isHeld: Echo = (field, real) => {
    if (field.to === undefined || field.isList || real.isList) return false;
    const named = learnt.filter((one) => one.field.to === field.to && recordOf(one.real.name) === real.name);
    const [first] = named;
    if (first === undefined || named.some((one) => one.field.name !== first.field.name)) return false;
    return recordOf(first.field.name)?.endsWith(field.name) === true;
  };
  return (field, real) => isSame(field, real) || isHeld(field, real);
}

/** Converts `'PersonId'` to `'Person'`. Returns undefined if the name does not end in `Id`. */
const recordOf = (name: string) => /^(\w+)Id$/.exec(name)?.[1];

const areAlike = (one: ReferenceField, other: ReferenceField) =>
  one.kind === other.kind && one.isList === other.isList && `${one.values}` === `${other.values}`;
