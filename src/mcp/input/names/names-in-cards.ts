import type { Arguments } from '../../../api/client/build-request.ts';
import { InvalidArgumentsError, ifCallFails, isCallError, NameError } from '../../../contract/errors.ts';
import type { AnyOperationClient, OperationClient } from '../../../contract/operations/operation-client.ts';
import type { NameResolver } from '../../../contract/records/name-resolver.ts';
import type { RecordKind } from '../../../contract/records/record-ref.ts';
import type { Row } from '../../../contract/records/row.ts';
import { isUuid } from '../../../contract/uuid.ts';
import { blocksOfType, type FieldOfCard, fieldWithName } from '../../../json/card-fields.ts';
import { rowsToLists } from '../../../json/card-rows.ts';
import { mayHoldName } from '../../../json/value-checks.ts';
import type { Refs } from '../argument-refs.ts';
import { inOneRefusal, maxExplained, withArgument } from './resolve-names.ts';

/** A call whose card fields may contain names or rows. */
export interface CardCall {
  readonly services: { readonly names: NameResolver };
  readonly refs: Refs | undefined;
  readonly args: Arguments;
  readonly given: ReadonlyMap<string, string>;
  readonly target: () => Promise<unknown>;
  readonly client: () => OperationClient;
  readonly namingClient: () => AnyOperationClient;
}

/** The call's arguments with ids, and the names of these ids. */
export interface ResolvedCard {
  readonly args: Arguments;
  readonly given: ReadonlyMap<string, string>;
}

/** An argument with the fields of a card. */
interface CardArgument {
  readonly argument: string;
  readonly fields: Row;
  readonly typeArgument: string | undefined;
}

/**
 * Replaces the names and rows in the fields of a card, as `cardValuesResolved` describes.
 * @throws NameError, InvalidArgumentsError, and the client's errors
 */
export async function resolveCardValues(
  call: CardCall,
  { argument, fields: sent, typeArgument }: CardArgument,
): Promise<ResolvedCard> {
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
    if (typeof value !== 'string' || !mayHoldName(value)) return value;
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
async function typeOf({ args, target }: CardCall, typeArgument = ''): Promise<string | undefined> {
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
