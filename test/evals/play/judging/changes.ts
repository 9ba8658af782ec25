import { type Records, type SnapshotKind, snapshotKinds } from './records.ts';

/** One difference between two snapshots. */
export interface RecordChange {
  readonly kind: SnapshotKind;
  readonly id: string;
  readonly name: string;
  readonly what: 'created' | 'changed' | 'deleted';
  /** Values before and after, by path. A created record has only values after. */
  readonly paths: Readonly<Record<string, { readonly before?: unknown; readonly after?: unknown }>>;
}

/** Fields that the service changes automatically, or that follow from a change of another record. */
const automatic = new Set([
  'CreationDate',
  'LastChangeDate',
  'Url',
  'History',
  'Version',
  'LastLoginDate',
  'Cases',
  'ValuesCount',
]);
/** Fields of a reference. A value with only these fields is compared by its id. */
const ofReference = new Set(['Id', 'Name', 'SysName', 'Type']);
/** Fields whose properties are compared separately. */
const containers = new Set(['Fields', 'Attributes', 'ContactInfo', 'IndividualInfo', 'CompanyInfo']);
/** Lists whose order does not matter. */
const unordered = new Set(['Participants', 'Responsibles', 'Attendees', 'Documents', 'Items', 'Permissions']);

function comparable(value: any, key: string): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => comparable(item, ''));
    return unordered.has(key) ? items.map(textOf).sort() : items;
  }
  if (value === null || typeof value !== 'object') return value;
  if ('EntityId' in value) return value.EntityId ?? value.Email;
  if ('Participant' in value) return [value.Participant?.Id, value.Role?.Id ?? 'none'].join(' ');
  const entries = Object.entries(value).filter(([name]) => !automatic.has(name));
  if (typeof value.Id === 'string' && entries.every(([name]) => ofReference.has(name))) return value.Id;
  return Object.fromEntries(entries.map(([name, item]) => [name, comparable(item, name)]));
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Returns the values of a record by path: `Stage`, `Fields.ClaimAmount`. */
function valuesByPath(record: any): Map<string, unknown> {
  const values = new Map<string, unknown>();
  for (const [name, value] of Object.entries<any>(record)) {
    if (automatic.has(name) || name === 'Id') continue;
    if (containers.has(name) && value !== null)
      for (const [part, item] of Object.entries(value)) values.set(`${name}.${part}`, comparable(item, part));
    else values.set(name, comparable(value, name));
  }
  return values;
}

function compareRecords(old: any, fresh: any): RecordChange['paths'] {
  const [before, after] = [old, fresh].map((one) => (one ? valuesByPath(one) : new Map<string, unknown>()));
  const paths = [...new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])];
  return Object.fromEntries(
    paths
      .map((path) => [path, { before: before?.get(path), after: after?.get(path) }] as const)
      .filter(([, { before: left, after: right }]) => textOf(left ?? null) !== textOf(right ?? null)),
  );
}

/** Returns the differences between two snapshots. Dates and versions that the service sets are ignored. */
export function changesBetween(before: Records, after: Records): RecordChange[] {
  return snapshotKinds.flatMap((kind) => {
    const [old, fresh] = [before, after].map((records) => new Map(records[kind].map((one) => [one.Id, one])));
    const ids = [...new Set([...(old?.keys() ?? []), ...(fresh?.keys() ?? [])])];
    return ids.flatMap((id): RecordChange[] => {
      const [left, right] = [old?.get(id), fresh?.get(id)];
      const paths = compareRecords(left, right);
      if (left && right && Object.keys(paths).length === 0) return [];
      const what = left === undefined ? 'created' : right === undefined ? 'deleted' : 'changed';
      return [{ kind, id, name: (right ?? left).Name ?? id, what, paths }];
    });
  });
}
