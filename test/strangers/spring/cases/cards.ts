/** Case cards: parsing, validation, display and search of custom fields. Also versions and duplicates. */
import type { LegalCase } from '../../world.ts';
import {
  type BlockDef,
  byId,
  byName,
  type FieldDef,
  iso,
  type Memory,
  more,
  type ObjectType,
  referResponsible,
} from '../memory.ts';
import { bool, type Infer, instant, list, note, opt, record, text, uuid } from '../schema.ts';
import { Fault, refuse } from '../server.ts';

type Card = Record<string, unknown>;

/** Returns the JSON name of a field: its tag, or its id if it has none. */
const keyOf = (field: FieldDef) => field.tag ?? field.id;

/** Throws 409 if the record has changed since this version. */
export function checkVersion(current: number, given: number | null | undefined, enabled?: boolean | null) {
  if (given === null || given === undefined || enabled === false || given === current) return;
  const message = `Row was updated by another transaction: expected version ${given}, actual version ${current}`;
  throw new Fault(409, message);
}

/** Updates the version and the change date of a case. */
export function touchCase(memory: Memory, at: LegalCase) {
  at.changedAt = memory.now();
  more.case(at).version += 1;
}

/** Creates the error for a duplicate. */
export function conflict(fields: readonly string[], ids: readonly string[]): Fault {
  const body = {
    error: 'Невозможно создать дубликат.',
    errorType: 'CONFLICT',
    conflictMessage: `В системе уже есть объекты с похожим набором данных: ${fields.join(', ')}`,
    conflictObjects: ids,
  };
  return new Fault(409, body.error, { body });
}

/** Throws if another case of the type has the same key. */
export function checkDuplicates(memory: Memory, type: ObjectType, card: Card, self?: LegalCase) {
  const key = type.uniqueKey;
  if (key === undefined || !card[key]) return;
  const same = memory.world.cases.filter(
    (one) => one !== self && one.type === type.name && one.card[key] === card[key],
  );
  const field = type.blocks.flatMap((block) => block.fields).find((one) => keyOf(one) === key);
  if (same.length > 0)
    throw conflict(
      [field?.name ?? key],
      same.map((one) => one.id),
    );
}

const isFilled = (value: unknown) =>
  value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);

function convert(memory: Memory, field: FieldDef, value: unknown, at: string): unknown {
  const wrong = (type: string) => refuse(at, value, `must be ${type}`, 'typeMismatch');
  switch (field.type) {
    case 'TEXT':
      if (typeof value === 'string') return value;
      throw wrong('a text');
    case 'NUMBER':
      if (typeof value === 'number') return value;
      throw wrong('a number');
    case 'CHECKBOX':
      if (typeof value === 'boolean') return value;
      throw wrong('true or false');
    case 'DATE': {
      const moment =
        typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) ? new Date(value) : undefined;
      if (moment && !Number.isNaN(moment.getTime())) return moment;
      throw wrong('a date in ISO format');
    }
    case 'DICTIONARY': {
      const values = byId(memory.catalogue.dictionaries, field.dictionaryId)?.values ?? [];
      const found = values.find((one) => one.id === value || one.name === value);
      if (found) return found.name;
      throw wrong('a value of the dictionary');
    }
    case 'USER':
      if (byId(memory.world.users, String(value))) return value;
      throw wrong('the id of a user');
  }
}

function convertFor(memory: Memory, block: BlockDef, field: FieldDef, value: unknown, at: string): unknown {
  if (block.kind !== 'MULTI_ROW') return convert(memory, field, value, at);
  if (!Array.isArray(value)) throw refuse(at, value, 'must be an array of values', 'typeMismatch');
  return value.map((one, row) => convert(memory, field, one, `${at}[${row}]`));
}

/** Applies a request to a card. Read-only values are kept and reported as ignored. */
export function editCard(memory: Memory, type: ObjectType, before: Card, given: Card, replace: boolean) {
  const places = type.blocks.flatMap((block) => block.fields.map((field) => ({ block, field })));
  const keys = Object.keys(given);
  const isExternal = (key: string) => places.some(({ field }) => field.externalId === key);
  // A card with external ids changes only these fields, even in a PUT.
  const merge = !replace || (keys.length > 0 && keys.every(isExternal));
  const kept = places
    .filter(({ block }) => merge || block.access === 'VIEW')
    .map(({ field }) => keyOf(field));
  const card: Card = Object.fromEntries(Object.entries(before).filter(([key]) => kept.includes(key)));
  const touched = new Set<BlockDef>();
  let ignored = false;
  for (const key of keys) {
    const at = `customFields[${key}]`;
    const place = places.find(({ field }) => [keyOf(field), field.id, field.externalId].includes(key));
    if (!place) throw refuse(at, given[key], `no such field in the object type ${type.name}`, 'Unknown');
    const { block, field } = place;
    if (block.access === 'VIEW') {
      ignored = true;
      continue;
    }
    touched.add(block);
    const value = given[key];
    if (value === null) delete card[keyOf(field)];
    else card[keyOf(field)] = convertFor(memory, block, field, value, at);
  }
  for (const block of touched) {
    if (!block.fields.some((field) => isFilled(card[keyOf(field)]))) continue;
    const empty = block.fields.find((field) => field.required && !isFilled(card[keyOf(field)]));
    if (empty)
      throw refuse(`customFields[${keyOf(empty)}]`, null, 'is required when the block is filled', 'NotNull');
  }
  return { card, ignored };
}

/** Removes a row from a card, or a whole single-row block. Rows are numbered from 1. */
export function removeRow(type: ObjectType, card: Card, blockId: string, rowNumber: number) {
  const block = byId(type.blocks, blockId);
  if (!block || block.access === 'VIEW') throw refuse('removedRows', blockId, 'no such block', 'NotFound');
  for (const key of block.fields.map(keyOf)) {
    const value = card[key];
    if (block.kind === 'SINGLE' || (Array.isArray(value) && value.length <= 1)) delete card[key];
    else if (Array.isArray(value)) card[key] = value.filter((_, index) => index !== rowNumber - 1);
  }
}

function show(memory: Memory, field: FieldDef, value: unknown): unknown {
  if (value === undefined) return null;
  if (Array.isArray(value)) return value.map((one) => show(memory, field, one));
  if (value instanceof Date) return iso(value);
  return field.type === 'USER' ? referResponsible(memory, String(value)) : value;
}

/** Converts a card to JSON. Fields without a value are null. */
export function showCard(memory: Memory, at: LegalCase): Card {
  const fields = byName(memory.catalogue.objectTypes, at.type)?.blocks.flatMap((block) => block.fields) ?? [];
  return Object.fromEntries(
    fields.map((field) => [keyOf(field), show(memory, field, at.card[keyOf(field)])]),
  );
}

/** Returns the system fields with the names used in table rows. */
export function systemFields(memory: Memory, at: LegalCase): Card {
  const client = at.parties.find((party) => party.role === 'Клиент')?.participant;
  const stages = memory.catalogue.dictionaries.find((one) => one.code === 'CASE_STAGE')?.values ?? [];
  return {
    Project_Name: at.name,
    Project_FullNumber: at.number ?? null,
    Project_CreationDate_Time: iso(at.createdAt),
    Project_CreationDate: at.createdAt.toISOString().slice(0, 10),
    Project_Client_Name: byId(memory.world.participants, client)?.name ?? null,
    Project_Description: more.case(at).description ?? null,
    Project_Responsible: byId(memory.world.users, at.responsible)?.name ?? null,
    Project_Stage_Name: byId(stages, more.case(at).stageId)?.name ?? null,
    Project_IsArchive: at.isArchived,
    Project_ProjectType_Name: at.type,
  };
}

/** Filter by one field. */
export const fieldFilter = record('FieldFilter', {
  fieldId: opt(uuid),
  fieldTag: note(opt(text()), 'Tag of a field, or a system field such as Project_Name'),
  isEmpty: note(opt(bool), 'true: the field is empty, false: it is filled, null: no matter'),
  searchValues: note(opt(list(text())), 'Texts by substring, everything else exactly; any of them'),
  beginValue: note(opt(text()), 'From, inclusive'),
  endValue: note(opt(text()), 'To, inclusive'),
});
type Filter = Infer<typeof fieldFilter>;

const toText = (value: unknown) => (value instanceof Date ? (iso(value) ?? '') : String(value));

function comes(value: unknown, against: string): number {
  if (typeof value === 'number') return value - Number(against);
  const moment = value instanceof Date ? value : new Date(Number.NaN);
  if (!Number.isNaN(moment.getTime())) return moment.getTime() - new Date(against).getTime();
  return toText(value).localeCompare(against, 'ru');
}

function matches(memory: Memory, value: unknown, wanted: string): boolean {
  if (typeof value === 'number') return value === Number(wanted);
  if (typeof value === 'boolean') return String(value) === wanted;
  const shown = byId(memory.world.users, toText(value))?.name ?? toText(value);
  return toText(value) === wanted || shown.toLowerCase().includes(wanted.toLowerCase());
}

/** Creates a predicate for cases from these filters. */
export function fieldTest(memory: Memory, filters: readonly Filter[]): (at: LegalCase) => boolean {
  const tests = filters.map((filter, index) => {
    const { fieldId, fieldTag, isEmpty, searchValues, beginValue, endValue } = filter;
    const hasValues = (searchValues?.length ?? 0) > 0 || Boolean(beginValue) || Boolean(endValue);
    if (typeof isEmpty === 'boolean' && hasValues)
      throw refuse(`filters[${index}].isEmpty`, isEmpty, 'cannot be combined with values', 'Conflict');
    const all = memory.catalogue.objectTypes.flatMap((type) =>
      type.blocks.flatMap((block) => block.fields.map((field) => ({ type, field }))),
    );
    const found = all.find(({ field }) => (fieldId ? field.id === fieldId : keyOf(field) === fieldTag));
    const isSystem = !fieldId && /^Project_/.test(fieldTag ?? '');
    if (!found && !isSystem)
      throw refuse(`filters[${index}]`, fieldId ?? fieldTag, 'field not found', 'NotFound');
    return (at: LegalCase) => {
      if (fieldId && found?.type.name !== at.type) return false;
      const key = found ? keyOf(found.field) : '';
      const value = isSystem ? systemFields(memory, at)[fieldTag ?? ''] : at.card[key];
      const filled = value !== null && isFilled(value);
      if (typeof isEmpty === 'boolean') return filled !== isEmpty;
      if (!hasValues) return true;
      if (!filled) return false;
      const values: unknown[] = Array.isArray(value) ? value : [value];
      return values.some(
        (one) =>
          (!searchValues?.length || searchValues.some((wanted) => matches(memory, one, wanted))) &&
          (!beginValue || comes(one, beginValue) >= 0) &&
          (!endValue || comes(one, endValue) <= 0),
      );
    };
  });
  return (at) => tests.every((test) => test(at));
}

/** Checks whether a date is within a filter's bounds. */
export const between = (
  moment: Date | undefined,
  from: Date | null | undefined,
  to: Date | null | undefined,
) => !((from || to) && !moment) && !(from && moment && moment < from) && !(to && moment && moment > to);

/** Optional date filter. */
export const moment = opt(instant);
