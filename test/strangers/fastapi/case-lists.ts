/** Lists of cases, filtered by query parameters or by any field. */
import type { LegalCase } from '../world.ts';
import { type Call, HttpError, page } from './app.ts';
import type { Item } from './memory.ts';
import { showCase, showCaseRow } from './show.ts';

const sorted = (cases: readonly LegalCase[]) =>
  cases.toSorted(
    (a, b) => a.name.localeCompare(b.name, 'ru') || a.createdAt.getTime() - b.createdAt.getTime(),
  );

export function list(call: Call) {
  const { memory, query } = call;
  const within = (moment: Date, name: string) =>
    (query[`${name}_from`] === undefined || moment >= query[`${name}_from`]) &&
    (query[`${name}_to`] === undefined || moment <= query[`${name}_to`]);
  const isNamed = (all: readonly Item[], value: string | undefined, id: string | undefined) =>
    id === undefined || (value !== undefined && all.find((one) => one.id === id)?.name === value);
  const found = sorted(memory.world.cases).filter(
    (one) =>
      (query.responsible_id === undefined || one.responsible === query.responsible_id) &&
      (query.status === undefined || (query.status === 'archived') === one.isArchived) &&
      isNamed(memory.types, one.type, query.type_id) &&
      isNamed(memory.projects, one.project, query.project_id) &&
      isNamed(memory.folders, one.folder, query.folder_id) &&
      (query.object_class_id === undefined || classOf(call, one) === query.object_class_id) &&
      within(one.createdAt, 'created_at') &&
      within(one.changedAt, 'updated_at'),
  );
  return page(found, query, (one) => showCaseRow(call, one));
}

const classOf = ({ memory }: Call, one: LegalCase) =>
  memory.classes[Number(memory.types.find(({ name }) => name === one.type)?.class ?? 0)]?.id;

const textOf = (value: unknown) => (value instanceof Date ? value.toISOString() : String(value ?? ''));

/** Returns the values of a card field or record field by its filter name. */
function valuesOf(one: LegalCase, tag: string): unknown[] {
  const own: Record<string, unknown> = {
    name: one.name,
    number: one.number,
    responsible: one.responsible,
    status: one.isArchived ? 'archived' : 'in_work',
  };
  const value = own[tag.toLowerCase()] ?? one.card[tag];
  return value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];
}

export function search(call: Call) {
  const { body, memory } = call;
  const isMatch = (one: LegalCase, filter: any): boolean => {
    if (
      filter.is_empty === false &&
      (filter.search_values ?? filter.begin_value ?? filter.end_value) !== undefined
    )
      throw new HttpError(422, 'is_empty=false cannot be combined with values');
    const values = valuesOf(one, filter.field_tag ?? '');
    if (filter.is_empty !== undefined) return filter.is_empty === (values.length === 0);
    const wanted = filter.search_values as string[] | undefined;
    const groups = memory.world.groups
      .filter(({ id }) => wanted?.includes(id))
      .flatMap(({ members }) => members);
    const isWanted =
      wanted === undefined ||
      values.some((value) =>
        [...wanted, ...groups].some((text) => textOf(value).toLowerCase().includes(text.toLowerCase())),
      );
    const begin = filter.begin_value as string | undefined;
    const end = filter.end_value as string | undefined;
    const isWithin = (value: unknown) =>
      typeof value === 'number'
        ? (begin === undefined || value >= Number(begin)) && (end === undefined || value <= Number(end))
        : (begin === undefined || textOf(value) >= begin) &&
          (end === undefined || textOf(value) <= `${end}~`);
    return isWanted && ((begin ?? end) === undefined || values.some(isWithin));
  };
  const found = sorted(memory.world.cases).filter(
    (one) =>
      (body.object_class_id === undefined || classOf(call, one) === body.object_class_id) &&
      (body.filters as any[]).every((filter) => isMatch(one, filter)),
  );
  return page(found, body, (one) => showCase(call, one));
}
