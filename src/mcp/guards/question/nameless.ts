import {
  type AnswerField,
  answerShapes,
  answersOf,
  kindReferredTo,
  type ShapeName,
} from '../../../contract/records/answer-fields.ts';
import type { RecordKind } from '../../../contract/records/record-ref.ts';
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
