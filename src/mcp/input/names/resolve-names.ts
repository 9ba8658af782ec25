import type { Arguments } from '../../../api/client/build-request.ts';
import type { Candidate } from '../../../contract/candidate.ts';
import {
  ApiError,
  InvalidArgumentsError,
  isCallError,
  NameError,
  NameLookupError,
} from '../../../contract/errors.ts';
import type { Operation } from '../../../contract/operations/operation.ts';
import type { OperationClient } from '../../../contract/operations/operation-client.ts';
import type { NameResolver, ResolvedRecord } from '../../../contract/records/name-resolver.ts';
import type { RecordKind } from '../../../contract/records/record-ref.ts';
import { isSystemTag } from '../../../contract/records/vocabulary.ts';
import { isUuid } from '../../../contract/uuid.ts';
import { isName, isNoId, kindFor, places, put, type Refs, withinOf } from '../argument-refs.ts';
import type { CatalogueEntry } from '../catalogue.ts';
import { noIds, parseArguments } from '../parse-arguments.ts';

/** A name that the caller passed, and the record to which it was resolved. */
export interface Understood {
  readonly argument: string;
  readonly given: string;
  readonly id: string;
  readonly name: string | undefined;
  /** Number of archived records that match equally well. */
  readonly archivedToo?: number;
}

interface Resolving {
  readonly services: { readonly names: NameResolver };
  readonly definition: Operation;
  readonly refs: Refs | undefined;
  readonly args: Arguments;
  readonly client: () => OperationClient;
}

interface Resolved {
  readonly args: Arguments;
  /**
   * Names that differ from the name of the record to which they were resolved. In changes, only names of persons can
   * differ.
   */
  readonly understood: readonly Understood[];
  /** Names that the caller passed. The key is the id that replaced the name, in lower case. */
  readonly given: ReadonlyMap<string, string>;
}

/** Pipeline step: replaces names with ids. @throws InvalidArgumentsError, NameError, and errors of the client */
export function namesResolved(call: Resolving): Resolved | Promise<Resolved> {
  const { refs, args } = call;
  for (const place of places(refs, args)) if (isName(place)) return resolve(call);
  return { args, understood: [], given: new Map() };
}

async function resolve({
  services: { names },
  definition,
  refs,
  args,
  client,
}: Resolving): Promise<Resolved> {
  const given = structuredClone(args);
  const guess = definition.access === 'read';
  const named = await replaceNames(refs, given, { names, operations: client(), guess });
  return {
    args: given,
    understood: named.filter(({ isExact }) => !isExact).map(({ isExact: _, ...one }) => one),
    given: new Map(named.flatMap(({ id, name }) => (name === undefined ? [] : [[id.toLowerCase(), name]]))),
  };
}

/** Validates arguments from records, which must be ids. @throws InvalidArgumentsError whose message repeats no value */
export function readIds(
  { schema, refs }: Pick<CatalogueEntry, 'schema' | 'refs'>,
  input: unknown,
): Arguments {
  const args = parseArguments(schema, input, { isOfRecords: true });
  const wrong = [...places(refs, args)].filter(isNoId).map(({ argument }) => argument.split('.'));
  if (wrong.length > 0) throw noIds(schema, wrong);
  return args;
}

/**
 * Explains why the service refused a call with 400: names the unknown field or dictionary value, with the most similar
 * ones. Any other error is returned unchanged.
 */
export async function explainFields(
  error: unknown,
  { definition, refs, args }: Refused,
  lookup: { readonly names: NameResolver; readonly operations: () => OperationClient },
): Promise<unknown> {
  if (!(error instanceof ApiError) || error.status !== 400) return error;
  const question = async (kind: RecordKind, value: string, within?: string) =>
    lookup.names
      .find(lookup.operations(), kind, value, { within, guess: false })
      .catch((cause: unknown) => cause);
  for (const { argument, ref, value, holder } of places(refs, args)) {
    if (ref.kind !== 'field' || isUuid(value) || isSystemTag(value)) continue;
    const found = await question('field', value, withinOf(ref, holder, args));
    if (found instanceof NameError && found.code === 'NAME_UNKNOWN')
      return refused(
        argument,
        value,
        found.candidates.length > 0
          ? 'there is no such field. Pass the tag of the right one, which is shown as its id.'
          : found.message,
        found.candidates,
      );
    if (isNamed(found) && found.id !== value)
      return refused(argument, value, 'that is not a tag. Pass the tag, which is shown as the id.', [
        { id: found.id, name: found.name ?? value },
      ]);
  }
  // The call sent dictionary values unchanged, because the service may accept values that its dictionaries lack. The
  // service refused the call, so check the values now.
  for (const { kind, name, value } of dictionaryNames({ definition, refs, args })) {
    const found = await question(kind, value);
    if (found instanceof NameError) return refused(name, value, found.message, found.candidates);
  }
  return error;
}

/** Yields the values that must be names in one of the service's dictionaries, but are sent as the caller wrote them. */
function* dictionaryNames({ definition, refs, args }: Refused) {
  for (const [argument, name] of Object.entries(definition.stores?.named ?? {})) {
    const [kind, value] = [refs?.fields?.get(argument)?.own?.kind, args[name]];
    if (typeof kind === 'string' && typeof value === 'string') yield { kind, name, value };
  }
}

/**
 * Finds a value that the service would refuse because its dictionary certainly lacks it. A plan needs this check before
 * it sends anything, while a single call leaves the check to the service. Returns undefined if there is no such value,
 * or if the dictionary cannot be read.
 * @param record current record. The service has accepted its values before
 */
export async function unlistedName(
  call: Refused,
  record: Readonly<Record<string, unknown>> | undefined,
  lookup: { readonly names: NameResolver; readonly operations: () => OperationClient },
): Promise<NameError | undefined> {
  for (const { kind, name, value } of dictionaryNames(call)) {
    if (record?.[name] === value) continue;
    const found = await lookup.names
      .find(lookup.operations(), kind, value, { within: undefined, guess: false })
      .catch((cause: unknown) => cause);
    if (found instanceof NameError && found.code === 'NAME_UNKNOWN' && found.isCertain)
      return explained(found, name, value, false) as NameError;
  }
  return undefined;
}

interface Refused {
  readonly definition: Pick<Operation, 'stores'>;
  readonly refs: Refs | undefined;
  readonly args: Arguments;
}

const refused = (argument: string, value: string, message: string, nearest: readonly Candidate[]) =>
  new NameError(
    'NAME_UNKNOWN',
    `The service refused it (400). ${argument} ${show(value)}: ${message}`,
    nearest,
  );

const isNamed = (found: unknown): found is ResolvedRecord =>
  typeof found === 'object' && found !== null && 'isExact' in found;

interface Named extends Understood {
  readonly isExact: boolean;
}

interface Lookup {
  readonly names: NameResolver;
  readonly operations: OperationClient;
  readonly guess: boolean;
}

/** Maximum number of names that one refusal explains. Further names are not looked up. */
export const maxExplained = 5;

/**
 * Replaces names with ids, one after the other, because a lookup may depend on the result of an earlier one. Looks up
 * the further names even if one fails, so that one refusal explains all of them.
 */
async function replaceNames(
  refs: Refs | undefined,
  given: Arguments,
  { names, operations, guess }: Lookup,
): Promise<Named[]> {
  const all: Named[] = [];
  const unknown: NameError[] = [];
  for (const place of places(refs, given)) {
    if (!isName(place)) continue;
    const { argument, ref, value, holder } = place;
    const kind = kindFor(ref, holder);
    if (kind === undefined)
      throw new InvalidArgumentsError(
        `Nothing was sent. ${argument}: should be an id (UUID), not ${show(value)}.`,
      );
    const within = withinOf(ref, holder, given);
    // The parent record was not found by its name, so there is no list to search.
    if (within !== undefined && !isUuid(within) && unknown.length > 0) continue;
    const named = await names.find(operations, kind, value, { within, guess }).catch((error: unknown) => {
      // Send a tag unchanged if it could not be looked up, because the service may accept it.
      if (kind === 'field' && isCallError(error) && !(error instanceof NameError)) return undefined;
      if (!(error instanceof NameError))
        throw unknown.length > 0 ? inOneRefusal(unknown, guess) : explained(error, argument, value, guess);
      unknown.push(withArgument(error, argument, value));
      return undefined;
    });
    if (unknown.length === maxExplained) break;
    if (named === undefined) continue;
    put(place, named.id);
    const { id, name, isExact, archived } = named;
    const also = archived === undefined ? {} : { archivedToo: archived };
    all.push({ argument, given: value, id, name, ...also, isExact });
  }
  if (unknown.length > 0) throw inOneRefusal(unknown, guess);
  return all;
}

/**
 * Combines the errors of all names of a call in one.
 * @param isRead whether the call is a read. A choice between several records then needs no statement that nothing was
 *   sent
 */
export function inOneRefusal([first, ...further]: readonly NameError[], isRead = false): NameError {
  const { code, message, candidates, others } = first as NameError;
  const isChoice = isRead && code === 'NAME_AMBIGUOUS' && candidates.length > 0 && further.length === 0;
  return new NameError(code, isChoice ? message : `Nothing was sent. ${message}`, candidates, others, {
    further,
  });
}

export const withArgument = (
  { code, message, candidates, others }: NameError,
  argument: string,
  value: string,
) => new NameError(code, `${argument} ${show(value)}: ${message}`, candidates, others);

/** Adds the argument to an error. @param isRead whether the call is a read */
function explained(error: unknown, argument: string, value: string, isRead: boolean): unknown {
  if (error instanceof NameError) return inOneRefusal([withArgument(error, argument, value)], isRead);
  const words = (message: string) => `Nothing was sent. ${argument} ${show(value)}: ${message}`;
  if (error instanceof InvalidArgumentsError) return new InvalidArgumentsError(words(error.message));
  if (error instanceof NameLookupError) return new NameLookupError(words(error.message), error);
  return error;
}

function show(value: string): string {
  return JSON.stringify(value.length > 80 ? `${value.slice(0, 80)}…` : value);
}
