import {
  type AnswerField,
  answerShapes,
  answersOf,
  kindReferredTo,
  type ShapeName,
} from '../../../contract/records/answer-fields.ts';
import type { RecordKind } from '../../../contract/records/record-ref.ts';
import { isRow } from '../../../contract/records/row.ts';
import { isUuid } from '../../../contract/uuid.ts';

interface Nameless {
  readonly id: string;
  /** Kind of the record. Undefined if no operation reads such records. */
  readonly kind: RecordKind | undefined;
}

/**
 * Returns the references in a record that have no name. According to the API description, a reference contains only an
 * id.
 * @param tool the operation that returned the record
 */
export function namelessIn(tool: string, record: unknown): Nameless[] {
  const newest = tool.replace(/_v\d+$/, '');
  const shape = Object.hasOwn(answersOf, newest) ? answersOf[newest as keyof typeof answersOf] : undefined;
  return typeof shape === 'string' ? inShape(shape, record) : [];
}

function inShape(shape: ShapeName, record: unknown): Nameless[] {
  if (typeof record !== 'object' || record === null) return [];
  return Object.entries<AnswerField>(answerShapes[shape]).flatMap(([name, field]) => {
    if (typeof field === 'string') return [];
    const values: unknown[] = [(record as Readonly<Record<string, unknown>>)[name]].flat();
    return values.flatMap((value) => {
      if (field.shape !== 'reference') return inShape(field.shape, value);
      const { Id: id = value, Name, Type } = (value ?? {}) as Readonly<Record<string, unknown>>;
      const isNamed = typeof Name === 'string' && Name !== '';
      if (isNamed || typeof id !== 'string' || !isUuid(id)) return [];
      return [{ id, kind: kindReferredTo(field, typeof Type === 'string' ? Type : undefined) }];
    });
  });
}

const attendeeKinds: Readonly<Record<string, RecordKind>> = { User: 'user', Participant: 'participant' };

/** Returns the id and kind of each attendee's record. `EntityId` is that id (API description, Attendee). */
export function attendeesIn({ Attendees }: Readonly<Record<string, unknown>>): Nameless[] {
  if (!Array.isArray(Attendees)) return [];
  return Attendees.filter(isRow).flatMap(({ EntityId, Type }) => {
    const kind = attendeeKinds[String(Type)];
    return typeof EntityId === 'string' && isUuid(EntityId) && kind !== undefined
      ? [{ id: EntityId, kind }]
      : [];
  });
}
