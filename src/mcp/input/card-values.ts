import type { Arguments } from '../../api/client/build-request.ts';
import { InvalidArgumentsError, ifCallFails, isCallError, NameError } from '../../contract/errors.ts';
import type { AnyOperationClient, OperationClient } from '../../contract/operations/operation-client.ts';
import type { NameResolver } from '../../contract/records/name-resolver.ts';
import type { RecordKind } from '../../contract/records/record-ref.ts';
import { isRow, type Row } from '../../contract/records/row.ts';
import { isUuid } from '../../contract/uuid.ts';
import { blocksOfType, type FieldOfCard, fieldWithName } from '../../json/card-fields.ts';
import { mayBeRows, rowsToLists } from '../../json/card-rows.ts';
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
  const blocks = blocksOfType(type);
  const known = blocks.flatMap((block) => block.fields);
  const fields = rowsToLists(argument, sent, blocks);
  const given = new Map(call.given);
  const resolved: Record<string, unknown> = {};
  const unknown: NameError[] = [];
  for (const [key, value] of Object.entries(fields)) {
    const path = `${argument}.${key}`;
    const field = fieldWithName(known, key, path);
    const at = field?.key ?? key;
    if (Object.hasOwn(resolved, at))
      throw new InvalidArgumentsError(`Nothing was sent. ${path}: the field is set twice, also as ${at}.`);
    const source = field && sourceOf(field);
    resolved[at] = source === undefined ? value : await idsFor(value, source, path);
    if (unknown.length >= maxExplained) break;
  }
  if (unknown.length > 0) throw inOneRefusal(unknown.slice(0, maxExplained));
  return { args: { ...args, [argument]: resolved }, given };

  async function idsFor(value: unknown, source: NameSource, path: string): Promise<unknown> {
    if (Array.isArray(value))
      return Promise.all(value.map((one, index) => idsFor(one, source, `${path}.${index}`)));
    if (typeof value !== 'string' || !mayBeName(value)) return value;
    const { kind, within } = source;
    const found = await services.names
      .find(client(), kind, value, { within, guess: false })
      .catch((error: unknown) => {
        // Send the value unchanged, because the service may accept it although casebridge could not look it up.
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

/** The records to which the values of a field refer. */
interface NameSource {
  readonly kind: RecordKind;
  /** Dictionary of the field. */
  readonly within: string | undefined;
}

const kinds: Readonly<Record<string, RecordKind>> = {
  user: 'user',
  participant: 'participant',
  object: 'object',
  case: 'object',
  document: 'document',
  dictionary: 'dictionary value',
};

/**
 * Returns the kind of record that the values of a field refer to. Returns undefined if they refer to no records, or if
 * the dictionary of the field is unknown.
 */
function sourceOf({ format = '', dictionary }: FieldOfCard): NameSource | undefined {
  const kind = Object.hasOwn(kinds, format) ? kinds[format] : undefined;
  if (kind === undefined || (kind === 'dictionary value' && dictionary === undefined)) return undefined;
  return { kind, within: dictionary };
}

/** Reads a type. Returns undefined if it cannot be read. */
const readType = async (operations: AnyOperationClient, id: string): Promise<unknown> => {
  const type = await operations.cache
    .remember(`card type ${id}`, async () => ({ of: await operations.call('get_object_type', { id }) }))
    .catch(ifCallFails(undefined));
  return type?.of;
};
