import type { Arguments } from '../../api/client/build-request.ts';
import { InvalidArgumentsError, ifCallFails, isCallError, NameError } from '../../contract/errors.ts';
import type { AnyOperationClient, OperationClient } from '../../contract/operations/operation-client.ts';
import type { NameResolver } from '../../contract/records/name-resolver.ts';
import type { RecordKind } from '../../contract/records/record-ref.ts';
import { isRow, type Row } from '../../contract/records/row.ts';
import { isUuid } from '../../contract/uuid.ts';
import { blocksOfType, mayBeRows, rowsToLists } from '../../json/card-rows.ts';

import type { Refs } from './argument-refs.ts';
import { inOneRefusal, maxExplained, withArgument } from './names/resolve-names.ts';

interface Resolving {
  readonly services: { readonly names: NameResolver };
  readonly refs: Refs | undefined;
  readonly args: Arguments;
  readonly given: ReadonlyMap<string, string>;
  readonly target: () => Promise<unknown>;
  readonly client: () => OperationClient;
  readonly namingClient: () => AnyOperationClient;
}

interface Resolved {
  readonly args: Arguments;
  readonly given: ReadonlyMap<string, string>;
}

/**
 * Pipeline step: replaces record names by ids in the values of object card fields, and rows of a block by a list for
 * each field. The type of the record defines which fields refer to records of which kind. Reads nothing if no value can
 * be a name or a row.
 * @throws NameError, InvalidArgumentsError, and the client's errors
 */
export function cardValuesResolved(call: Resolving): Resolved | Promise<Resolved> {
  const { refs, args, given } = call;
  for (const [argument, { keys }] of refs?.fields ?? []) {
    const fields = args[argument];
    if (
      keys?.kind === 'field' &&
      isRow(fields) &&
      Object.values(fields).some((value) => mayBeName(value) || mayBeRows(value))
    )
      return resolve(call, { argument, fields, typeArgument: keys.within });
  }
  return { args, given };
}

interface CardArgument {
  readonly argument: string;
  readonly fields: Row;
  readonly typeArgument: string | undefined;
}

const mayBeName = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.some(mayBeName)
    : typeof value === 'string' && value.trim() !== '' && !isUuid(value);

async function resolve(
  call: Resolving,
  { argument, fields: sent, typeArgument }: CardArgument,
): Promise<Resolved> {
  const { args, client, services } = call;
  const typeId = await typeOf(call, typeArgument);
  const type = typeId === undefined ? undefined : await readType(call.namingClient(), typeId);
  const known = fieldsOf(type);
  if (known.length === 0) return { args, given: call.given };
  const fields = rowsToLists(argument, sent, blocksOfType(type));
  const given = new Map(call.given);
  const resolved: Record<string, unknown> = {};
  const unknown: NameError[] = [];
  for (const [key, value] of Object.entries(fields)) {
    const field = fieldFor(known, key);
    const at = field?.tag ?? key;
    const path = `${argument}.${key}`;
    if (Object.hasOwn(resolved, at))
      throw new InvalidArgumentsError(`Nothing was sent. ${path}: the field is set twice, also as ${at}.`);
    resolved[at] = field?.kind === undefined ? value : await idsFor(value, field, path);
    if (unknown.length >= maxExplained) break;
  }
  if (unknown.length > 0) throw inOneRefusal(unknown.slice(0, maxExplained));
  return { args: { ...args, [argument]: resolved }, given };

  async function idsFor(value: unknown, field: CardField, path: string): Promise<unknown> {
    if (Array.isArray(value))
      return Promise.all(value.map((one, index) => idsFor(one, field, `${path}.${index}`)));
    if (typeof value !== 'string' || !mayBeName(value)) return value;
    const { kind, dictionary: within } = field;
    const found = await services.names
      .find(client(), kind as RecordKind, value, { within, guess: false })
      .catch((error: unknown) => {
        // Send the value unchanged, because the service may know it although casebridge could not look it up.
        if (!isCallError(error)) throw error;
        if (error instanceof NameError) unknown.push(withArgument(error, path, value));
        return undefined;
      });
    if (found === undefined) return value;
    if (found.name !== undefined) given.set(found.id.toLowerCase(), found.name);
    return found.id;
  }
}

/**
 * Returns the id of the record's type: from the arguments if the record is new, otherwise from the record. Returns
 * undefined if the type cannot be read.
 */
async function typeOf({ args, target }: Resolving, typeArgument = ''): Promise<string | undefined> {
  const own = args[typeArgument];
  if (typeof own === 'string') return isUuid(own) ? own : undefined;
  const record = await target().catch(ifCallFails(undefined));
  const { Id: id } = ((record as Row | undefined)?.Type ?? {}) as { readonly Id?: unknown };
  return typeof id === 'string' && isUuid(id) ? id : undefined;
}

interface CardField {
  readonly tag: string;
  /** The field's id, tag and title in lower case. If the title is in two languages, also each half of it. */
  readonly names: readonly string[];
  /** Undefined if the values of the field do not refer to records. */
  readonly kind: RecordKind | undefined;
  readonly dictionary: string | undefined;
}

const kinds: Readonly<Record<string, RecordKind>> = {
  user: 'user',
  participant: 'participant',
  object: 'object',
  case: 'object',
  document: 'document',
  dictionary: 'dictionary value',
};

/** Reads a type. Returns undefined if it cannot be read. */
const readType = async (operations: AnyOperationClient, id: string): Promise<unknown> => {
  const type = await operations.cache
    .remember(`card type ${id}`, async () => ({ of: await operations.call('get_object_type', { id }) }))
    .catch(ifCallFails(undefined));
  return type?.of;
};

/**
 * Returns the fields of a type, as `get_object_type` returns them. The API description does not specify the structure
 * of a type.
 */
function fieldsOf(type: unknown): readonly CardField[] {
  const rows = (list: unknown): Row[] => (Array.isArray(list) ? list.filter(isRow) : []);
  return rows((type as Row | undefined)?.Blocks)
    .flatMap(({ Fields }) => rows(Fields))
    .flatMap(({ Id, Tag, Name, Format, DictionaryId }) => {
      const tag = [Tag, Id].find(isText);
      if (tag === undefined) return [];
      const titles = isText(Name) ? [Name, ...Name.split(' / ')] : [];
      const dictionary = isText(DictionaryId) ? DictionaryId : undefined;
      const kind = isText(Format) ? kinds[Format.toLowerCase()] : undefined;
      const isOpen = kind === 'dictionary value' && dictionary === undefined;
      const names = [Id, Tag, ...titles].filter(isText).map(plain);
      return [{ tag, names, kind: isOpen ? undefined : kind, dictionary }];
    });
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
const plain = (text: string) => text.trim().toLowerCase();

/** Returns the field with this tag, otherwise the only one with this id or title. */
function fieldFor(fields: readonly CardField[], key: string): CardField | undefined {
  const own = fields.find(({ tag }) => plain(tag) === plain(key));
  const titled = fields.filter(({ names }) => names.includes(plain(key)));
  return own ?? (titled.length === 1 ? titled[0] : undefined);
}
