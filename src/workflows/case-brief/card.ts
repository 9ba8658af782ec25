import type { Language } from '../../contract/language.ts';
import type { OperationClient } from '../../contract/operations/operation-client.ts';
import type { NameResolver } from '../../contract/records/name-resolver.ts';
import { isUuid } from '../../contract/uuid.ts';
import { isAmount, isCurrency, shownNumber } from '../../domain/amounts.ts';
import { blocksWithoutFields, type CaseType, keyOfField, kindOfField } from '../../domain/cases/card-type.ts';
import { type CaseRecord, changed, referenceRecord } from '../../domain/records.ts';
import { findNames, unnamed } from '../../domain/reference-names.ts';
import { type Clock, dueOf } from '../../domain/time/clock.ts';

/** Maximum number of names that are looked up, because each may need a separate list. */
const maxNamed = 12;

/** Adds the names of records to which card fields refer, if the case type defines the kind of these records. */
export async function nameCard(
  operations: OperationClient,
  names: NameResolver,
  record: CaseRecord,
  type: CaseType | undefined,
): Promise<CaseRecord> {
  const fields = new Map(
    (type?.Blocks ?? []).flatMap(({ Fields }) =>
      Fields.map((field) => [keyOfField(field).toLowerCase(), field] as const),
    ),
  );
  const nameless = Object.entries(record.Fields ?? {}).flatMap(([key, value]) => {
    const { Id, Name } = referenceRecord.safeParse(isId(value) ? { Id: value } : value).data ?? {};
    const field = fields.get(key.toLowerCase());
    const { Format, DictionaryId } = field ?? {};
    const kind = kindOfField({ Format });
    if (Id === undefined || Name !== undefined) return [];
    // Keep a field whose type does not define its format, so that users see that the field has a value.
    if (kind === undefined && (Format !== undefined || field === undefined)) return [];
    return [{ key, id: Id, kind, within: kind === 'dictionary value' ? DictionaryId : undefined }];
  });
  if (nameless.length === 0) return record;
  const known = nameless.flatMap(({ kind, ...one }) => (kind === undefined ? [] : [{ ...one, kind }]));
  const found = await findNames(operations, names, known.slice(0, maxNamed));
  const named = nameless.map(({ key, id, kind }) => [
    key,
    { Id: id, Name: kind === undefined ? unnamed(id) : found.names.get(id) },
  ]);
  return changed(record, { Fields: { ...record.Fields, ...Object.fromEntries(named) } });
}

const isId = (value: unknown): value is string => typeof value === 'string' && isUuid(value);

const maxFields = 16;
const maxText = 60;
/** Maximum number of omitted fields that are listed by name. Further ones are only counted. */
const maxNames = 12;

/** Returns a lookup of field names, in any letter case. Unknown keys stay. */
export function fieldNames(type: CaseType | undefined): (key: string) => string {
  const names = new Map(
    (type?.Blocks ?? []).flatMap(({ Fields }) =>
      Fields.map(({ Id, Tag, Name }): [string, string] => [
        (Tag ?? Id ?? '').toLowerCase(),
        Name ?? Tag ?? '',
      ]),
    ),
  );
  return (key) => names.get(key.toLowerCase()) || key;
}

/** Filled fields of an object card with their names, and the names of the filled fields that are omitted. */
interface ShownCard {
  readonly shown: { readonly name: string; readonly value: string }[];
  readonly leftOut: string[];
}

/**
 * Returns the short fields of an object card, with dates in local time.
 * @param without keys of fields that are shown elsewhere
 */
export function cardFields(
  record: CaseRecord,
  type: CaseType | undefined,
  {
    clock,
    language,
    without,
  }: { readonly clock: Clock; readonly language: Language; readonly without: ReadonlySet<string> },
): ShownCard {
  const nameOf = fieldNames(type);
  const told = Object.entries(record.Fields ?? {}).filter(([key]) => !without.has(key));
  const fields = told.map(([key, value]) => {
    const name = nameOf(key);
    const what = `${key} ${name}`;
    const shown = shortValue(value, { what, clock, language });
    return { name, what, shown, isAmount: typeof value === 'number' && isAmount(what) };
  });
  const currency = fields.find(({ what }) => isCurrency(what))?.shown;
  // Skip values that the head of the case already shows.
  const isKnown = (shown: string) => shown === record.Number || shown === record.Responsible?.Name;
  const filled = fields.filter(({ shown }) => shown !== '' && !(shown !== undefined && isKnown(shown)));
  const short = filled.filter(({ shown }) => shown !== undefined).slice(0, maxFields);
  const isShown = new Set(short);
  const left = filled.filter((field) => !isShown.has(field)).map(({ name }) => name);
  const unnamedOnes = left.length - maxNames;
  return {
    shown: short.map(({ name, shown, isAmount: hasCurrency }) => ({
      name,
      value: `${shown}${hasCurrency && currency ? ` ${currency}` : ''}`,
    })),
    leftOut: unnamedOnes > 0 ? [...left.slice(0, maxNames), `${unnamedOnes} more`] : left,
  };
}

interface ValueForm {
  /** Key and name of the field. */
  readonly what: string;
  readonly clock: Clock;
  readonly language: Language;
}

/**
 * Formats a short value. Returns an empty string for an empty or unticked field, and undefined for URLs, ids and long
 * values.
 */
function shortValue(value: unknown, form: ValueForm): string | undefined {
  if (value === null || value === undefined || value === false) return '';
  if (value === true) return 'yes';
  if (typeof value === 'number') return shownNumber(value, form.what, form.language);
  if (typeof value === 'string') {
    if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return dueOf(form.clock, value).shown;
    return value.length <= maxText && !/^https?:/.test(value) && !isId(value) ? value : undefined;
  }
  if (Array.isArray(value)) {
    const shown = value.map((one) => shortValue(one, form)).filter((one) => one !== '');
    const all = shown.join(', ');
    return shown.includes(undefined) || all.length > maxText ? undefined : all;
  }
  const name = (value as { Name?: unknown }).Name;
  return typeof name === 'string' ? name : undefined;
}

/** Returns the names of blocks that the user may not see, because the response contains none of their fields. */
export const hiddenBlocks = (record: CaseRecord, type: CaseType | undefined): string[] =>
  blocksWithoutFields(record.Fields ?? {}, type).flatMap(({ Name }) => Name ?? []);
