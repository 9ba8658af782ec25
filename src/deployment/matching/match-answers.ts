import type { ReferenceField, ReferenceOperation } from '../../api/reference/structure.ts';
import type { Operation } from '../../contract/operations/operation.ts';
import {
  type AnswerField,
  answerShapes,
  answersOf,
  type ShapeName,
} from '../../contract/records/answer-fields.ts';
import { listKey } from '../../contract/records/list-place.ts';
import { type FieldMatch, type FieldMatching, matchFields } from './match-fields.ts';
import type { OwnField } from './own-fields.ts';

/** Names of response fields in the deployment's API reference (OpenAPI), keyed by record type and catalogue name. */
export type AnswerMatch = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Maximum nesting depth of records that are matched. */
const maxDepth = 4;

/** Matches response fields. A record has the same fields everywhere, so no response may contradict a name. */
export function matchAnswers(
  found: readonly (readonly [Operation, ReferenceOperation])[],
  matching: Omit<FieldMatching, 'certain'>,
): { readonly names: AnswerMatch; readonly codes: AnswerValueMatch } {
  const seen = new Map<string, Map<string, Set<string>>>();
  /** Numbers of the enumeration values, by record type and field. Null if two responses disagree. */
  const codes = new Map<string, Map<string, ReferenceField['codes'] | null>>();
  const noteCodes = (shape: ShapeName, field: string, real: ReferenceField) => {
    const fields = codes.get(shape) ?? new Map<string, ReferenceField['codes'] | null>();
    const same = !fields.has(field) || isDeepEqual(fields.get(field), real.codes);
    codes.set(shape, fields.set(field, same ? real.codes : null));
  };
  const note = (shape: ShapeName, field: string, real: string) => {
    const fields = seen.get(shape) ?? new Map<string, Set<string>>();
    seen.set(shape, fields.set(field, (fields.get(field) ?? new Set()).add(real)));
  };

  const match = (shape: ShapeName, theirs: readonly ReferenceField[], depth: number): void => {
    const own = Object.entries<AnswerField>(answerShapes[shape]);
    const { names, unsure } = matchFields(own.map(ownField), theirs, { ...matching, certain: [] });
    const open = new Set(unsure.map(({ field }) => field));
    for (const [name, field] of own) {
      if (open.has(name)) continue;
      const real = theirs.find((one) => one.name === (names[name] ?? name));
      if (real === undefined) continue;
      if (isPresumed(field)) note(shape, name, real.name);
      if (isPresumed(field) && real.codes !== undefined) noteCodes(shape, name, real);
      if (typeof field === 'string' || field.holds === 'map' || depth >= maxDepth) continue;
      if (real.fields !== undefined) match(field.shape, real.fields, depth + 1);
    }
  };

  for (const [{ name }, { answer = [] }] of found) {
    const shape = shapeOf(name);
    if (shape === undefined) continue;
    if (typeof shape === 'string') match(shape, insideOf(answer), 0);
    else {
      const items = listOf(answer);
      if (items !== undefined) match('page', answer, 0);
      match(shape[0], items === undefined ? answer : (items.fields ?? []), 0);
    }
  }
  const names = Object.fromEntries(
    [...seen].flatMap(([shape, fields]) => {
      const certain = [...fields].flatMap(([field, all]) => {
        const [real, other] = all;
        return real === undefined || other !== undefined || real === field ? [] : [[field, real] as const];
      });
      return certain.length === 0 ? [] : [[shape, Object.fromEntries(certain)] as const];
    }),
  );
  const ofAll = [...codes].map(([shape, fields]) => {
    const certain = [...fields].flatMap(([field, words]) => (words ? [[field, words] as const] : []));
    return [shape, Object.fromEntries(certain)] as const;
  });
  return { names, codes: Object.fromEntries(ofAll.filter(([, words]) => Object.keys(words).length > 0)) };
}

const isDeepEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Values of the deployment, by record type, field and catalogue value. */
export type AnswerValueMatch = Readonly<
  Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>
>;

/**
 * Derives the enumeration values of response fields from list filters, because a record field has the same values as
 * the filter of the same name.
 * @param codes numbers of the enumeration values in responses. They take precedence
 */
export function answerValuesOf(
  learnt: readonly { readonly operation: string; readonly values: FieldMatch['values'] }[],
  codes: AnswerValueMatch,
): AnswerValueMatch {
  const found: Record<string, Record<string, Readonly<Record<string, string>>>> = {};
  for (const { operation, values } of learnt) {
    const shape = shapeOf(operation);
    if (shape === undefined || typeof shape === 'string') continue;
    for (const [field, words] of Object.entries(values))
      if (Object.hasOwn(answerShapes[shape[0]], field))
        found[shape[0]] = { ...found[shape[0]], [field]: words };
  }
  for (const [shape, fields] of Object.entries(codes)) found[shape] = { ...found[shape], ...fields };
  return found;
}

const hasId = (fields: readonly ReferenceField[] = []) => fields.some(({ name }) => /id$/i.test(name));

/**
 * Returns the fields inside the envelope, which is an object without id that contains exactly one object with an id.
 * Returns other responses unchanged.
 */
function insideOf(answer: readonly ReferenceField[]): readonly ReferenceField[] {
  if (hasId(answer)) return answer;
  const [record, other] = answer.filter(({ isList, fields }) => !isList && hasId(fields));
  return record?.fields === undefined || other !== undefined ? answer : record.fields;
}

/**
 * Returns the list in a page: `Items`, or the only list of objects in a response without id. Returns undefined if there
 * is none.
 */
function listOf(answer: readonly ReferenceField[]): ReferenceField | undefined {
  const lists = answer.filter(({ isList, kind }) => isList && kind === 'object');
  const named = lists.find(({ name }) => name.toLowerCase() === listKey.toLowerCase());
  const hasId = answer.some(({ name }) => name.toLowerCase() === 'id');
  return named ?? (lists.length === 1 && !hasId ? lists[0] : undefined);
}

const shapeOf = (operation: string) =>
  (answersOf as Readonly<Record<string, ShapeName | readonly [ShapeName] | undefined>>)[operation];

const isPresumed = (field: AnswerField) => (typeof field === 'string' ? field : field.from) === 'presumed';

/** Describes a response field of the catalogue. The type of a scalar field is unknown. */
const ownField = ([name, field]: readonly [string, AnswerField]): OwnField => ({
  name,
  to: typeof field !== 'string' && typeof field.to === 'string' ? field.to : undefined,
  kind: typeof field === 'string' ? 'unknown' : 'object',
  isList: typeof field !== 'string' && field.holds === 'list',
  isRequired: false,
  isDeprecated: false,
  isPresumed: isPresumed(field),
  fields:
    typeof field === 'string'
      ? undefined
      : Object.keys(answerShapes[field.shape]).map((inner) => ownField([inner, 'presumed'])),
});
