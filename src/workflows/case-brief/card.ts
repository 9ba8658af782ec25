import { z } from 'zod';
import type { Language } from '../../contract/language.ts';
import type { OperationClient } from '../../contract/operations/operation-client.ts';
import type { NameResolver } from '../../contract/records/name-resolver.ts';
import type { RecordKind } from '../../contract/records/record-ref.ts';
import { isAmount, isCurrency, shownNumber } from '../../domain/amounts.ts';
import { type CaseRecord, changed, read, referenceRecord } from '../../domain/records.ts';
import { findNames, unnamed } from '../../domain/reference-names.ts';
import { type Clock, dueOf } from '../../domain/time/clock.ts';

const text = z.string().min(1).optional().catch(undefined);
const caseType = z.object({
  Blocks: z
    .array(
      z.object({
        Name: text,
        Fields: z
          .array(z.object({ Id: text, Tag: text, Name: text, Format: text, DictionaryId: text }))
          .catch([]),
      }),
    )
    .catch([]),
});
export type CaseType = z.output<typeof caseType>;

/** @throws what `OperationClient.call` throws */
export const readCaseType = (operations: OperationClient, id: string): Promise<CaseType> =>
  operations.cache.remember(`type ${id}`, async () =>
    read(caseType, await operations.call('get_object_type', { id })),
  );

/** What a value of a field of a format refers to. */
const kindsByFormat: Readonly<Record<string, RecordKind>> = {
  User: 'user',
  Participant: 'participant',
  Object: 'object',
  Case: 'object',
  Dictionary: 'dictionary value',
};
/** Each may need a list of its own. */
const maxNamed = 12;

/** The card with the names of the records that its fields refer to, as far as the type says which these are. */
export async function nameCard(
  operations: OperationClient,
  names: NameResolver,
  record: CaseRecord,
  type: CaseType | undefined,
): Promise<CaseRecord> {
  const fields = new Map(
    (type?.Blocks ?? []).flatMap(({ Fields }) =>
      Fields.map((field) => [field.Tag ?? field.Id ?? '', field] as const),
    ),
  );
  const nameless = Object.entries(record.Fields ?? {}).flatMap(([key, value]) => {
    const { Id, Name } = referenceRecord.safeParse(value).data ?? {};
    const { Format, DictionaryId } = fields.get(key) ?? {};
    const kind = kindsByFormat[Format ?? ''];
    if (Id === undefined || Name !== undefined) return [];
    // Of a type that does not say what its fields hold, nobody would know that there is something.
    if (kind === undefined && (Format !== undefined || !fields.has(key))) return [];
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

const maxFields = 8;
const maxText = 60;

/** What a field of a card is called, by its key in it, whose letter case services may change; else the key. */
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

/**
 * Filled fields of a card by their names, as far as they are short; dates are local.
 * @param without keys of those that are told elsewhere
 */
export function cardFields(
  record: CaseRecord,
  type: CaseType | undefined,
  {
    clock,
    language,
    without,
  }: { readonly clock: Clock; readonly language: Language; readonly without: ReadonlySet<string> },
): string[] {
  const nameOf = fieldNames(type);
  const told = Object.entries(record.Fields ?? {}).filter(([key]) => !without.has(key));
  const fields = told.map(([key, value]) => {
    const name = nameOf(key);
    const what = `${key} ${name}`;
    const shown = typeof value === 'number' ? shownNumber(value, what, language) : shortValue(value, clock);
    return { name, what, shown, isAmount: typeof value === 'number' && isAmount(what) };
  });
  const currency = fields.find(({ what }) => isCurrency(what))?.shown;
  const filled = fields.flatMap(({ name, shown, isAmount: hasCurrency }) => {
    // What the head of the case says already, and addresses, which are long.
    const isKnown = shown === record.Number || shown === record.Responsible?.Name;
    return shown === undefined || isKnown || /^https?:/.test(shown)
      ? []
      : [`${name}: ${shown}${hasCurrency && currency ? ` ${currency}` : ''}`];
  });
  return filled.slice(0, maxFields);
}

/** Undefined for what is long, empty or has several rows. */
function shortValue(value: unknown, clock: Clock): string | undefined {
  if (value === true) return 'yes';
  if (typeof value === 'string') {
    if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return dueOf(clock, value).shown;
    return value !== '' && value.length <= maxText ? value : undefined;
  }
  const name = (value as { Name?: unknown } | null | undefined)?.Name;
  return typeof name === 'string' ? name : undefined;
}

/**
 * Names of the card's blocks of which the answer holds no field: the user may not see them. Told only where the
 * service also gives fields that are empty, since else an empty block looks the same.
 */
export function hiddenBlocks(record: CaseRecord, type: CaseType | undefined): string[] {
  const given = Object.keys(record.Fields ?? {});
  const givesEmpty = Object.values(record.Fields ?? {}).some((value) => value === null);
  if (type === undefined || !givesEmpty) return [];
  return type.Blocks.filter(
    ({ Fields }) =>
      Fields.length > 0 &&
      !Fields.some(({ Id, Tag }) => given.includes(Tag ?? '') || given.includes(Id ?? '')),
  ).flatMap(({ Name }) => Name ?? []);
}
