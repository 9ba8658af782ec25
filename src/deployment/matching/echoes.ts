import type { ReferenceField } from '../../api/reference/structure.ts';
import type { OwnField } from './own-fields.ts';

/** A request field with its real name, learned from one request. */
export interface Renaming {
  readonly field: OwnField;
  readonly real: ReferenceField;
}

/**
 * Checks whether learned requests confirm a real name for a field elsewhere. Either the same field has exactly this
 * name and type in a request. Or the field is a record, and its id is an argument with a similar name: if
 * `ParticipantId` is `PersonId`, then `Participant` is `Person`. A name that is used for two fields confirms nothing.
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

/** Converts `'PersonId'` to `'Person'`. Returns undefined if the name is not that of a single id. */
const recordOf = (name: string) => /^(\w+)Id$/.exec(name)?.[1];

const areAlike = (one: ReferenceField, other: ReferenceField) =>
  one.kind === other.kind && one.isList === other.isList && `${one.values}` === `${other.values}`;
