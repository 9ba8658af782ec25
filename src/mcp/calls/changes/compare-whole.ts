import { besideOthers } from '../../../api/client/deployed-values.ts';
import type { OperationNames } from '../../../contract/operations/deployment.ts';
import { dropArgument, moreArgument } from '../../../contract/operations/field-marks.ts';
import { isRow, type Row } from '../../../contract/records/row.ts';
import { isUuid } from '../../../contract/uuid.ts';
import { fieldStem, plainText, recordIn } from '../../../json/record-value.ts';
import { type AskedFields, type Difference, differencesOf } from '../../../json/whole-record.ts';
import type { Changed } from './made-change.ts';

/** Names of the field with a record's state. The API description uses several. */
const states = ['Status', 'State', 'IsArchive', 'Archived', 'IsArchived'];

/**
 * Compares the record after a change with the record before it.
 * @returns the differences that the call did not request; undefined if one of the two records could not be read
 */
export function differencesAfter(
  call: Changed,
  {
    before,
    after,
    names,
  }: { readonly before: unknown; readonly after: unknown; readonly names: OperationNames },
): readonly Difference[] | undefined {
  const [was, is] = [before, after].map((answer) => listAlone(call, answer) ?? recordIn(answer));
  if (was === undefined || is === undefined) return undefined;
  const { entryOf } = call.definition.stores ?? {};
  // Ignore the added entry, because the call requested it.
  const isAdded = ({ path, kind }: Difference) => kind === 'set' && path[0] === entryOf;
  return differencesOf(was, is, askedBy(call, names)).filter((one) => !isAdded(one));
}

/** If a response is only the list that the call writes, returns a record with the list as its only field. */
function listAlone({ definition: { replaces = {} } }: Changed, answer: unknown): Row | undefined {
  const [name] = Object.keys(replaces);
  return name !== undefined && Array.isArray(answer) ? { [name]: answer } : undefined;
}

function askedBy({ definition, args, input, decision }: Changed, names: OperationNames): AskedFields {
  const { keeps, fills, stores, loses, removes, body, query } = definition;
  const fields = new Map<string, true | ReadonlySet<string>>();
  const ask = (name: string, value: unknown): void => {
    const inside = isRow(value) ? new Set(Object.keys(value).map(fieldStem)) : true;
    const known = fields.get(fieldStem(name));
    fields.set(
      fieldStem(name),
      known === true || inside === true ? true : new Set([...(known ?? []), ...inside]),
    );
  };
  const { [moreArgument]: more, [dropArgument]: _, ...own } = args;
  const given = Object.entries({ ...own, ...(more as object | undefined) }).filter(
    ([, one]) => one !== undefined,
  );
  for (const [name, value] of given) {
    const called = keeps?.[name] ?? fills?.[name] ?? stores?.names?.[name] ?? stores?.named?.[name] ?? name;
    const stem = called.replace(/Ids?$/, '');
    const real = [called, stem].flatMap((one) => names.shows?.[one] ?? []);
    for (const one of [name, called, names.names?.[name] ?? name, ...real]) ask(one, value);
    for (const [one, inner] of besideOthers(value, name, names)?.beside ?? []) ask(one, inner);
  }
  // A confirmation shows the removed values, so a confirmed removal counts as requested. An unconfirmed removal does
  // not, because the caller may not know all fields of the group.
  const agreed = decision.startsWith('confirmed') ? (loses?.whole ?? []) : [];
  const whole = [...agreed, ...(loses?.always ?? [])];
  const lists = [removes?.list, loses?.without?.list];
  if (loses?.rows !== undefined && args[loses.rows] !== undefined && loses.card)
    ask(loses.card.argument, true);
  for (const name of [...whole, ...(stores?.becomes === undefined ? [] : states)]) ask(name, true);
  for (const name of lists) if (name !== undefined) ask(name, true);
  const sent = Object.keys({ ...body, ...query });
  const texts = given.filter(([name]) => sent.includes(name)).flatMap(([, value]) => valuesIn(value));
  return {
    fields,
    values: [...texts, ...Object.values((input ?? {}) as object).flatMap((one) => valuesIn(one))].filter(
      (text) => text !== '',
    ),
  };
}

/**
 * Returns the strings at any depth in a value. Ids are omitted, because many fields of a record may contain the same
 * id. Numbers count only inside a group. The call may identify a field of a group by its External ID, and the record
 * may identify it by a tag, so only values can be compared.
 */
function valuesIn(value: unknown, within: 'group' | 'call' = 'call'): string[] {
  if (typeof value === 'number' && within === 'group') return [plainText(value)];
  if (typeof value !== 'object' || value === null)
    return typeof value === 'string' && !isUuid(value) ? [plainText(value)] : [];
  return Object.values(value).flatMap((one) => valuesIn(one, 'group'));
}
