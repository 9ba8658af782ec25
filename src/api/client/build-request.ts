import { ConfigurationError, InvalidArgumentsError } from '../../contract/errors.ts';
import type { Deployment, OperationNames, Place } from '../../contract/operations/deployment.ts';
import type { FileContent } from '../../contract/operations/field-marks.ts';
import { isInt64, moreArgument } from '../../contract/operations/field-marks.ts';
import { inUtc } from '../../contract/operations/in-utc.ts';
import type { Method, Operation } from '../../contract/operations/operation.ts';
import type { FilePart } from '../files/multipart.ts';
import { asDeployed, besideOthers } from './deployed-values.ts';
import { buildPath } from './path.ts';

export type Arguments = Readonly<Record<string, unknown>>;

/** A file that is to be sent and was not looked at yet. */
export interface FileReference {
  /** Within the shared folder. */
  readonly path: string;
  /** What a person who was asked was told that it holds. */
  readonly seen?: { readonly bytes: number; readonly sha256: string };
}

export type UncheckedContent = Uint8Array | FileReference;

/** A value that goes over the wire. */
export interface Sent {
  /** The argument that it came from: `more` for further fields. */
  readonly argument: string;
  /** What the service calls it. */
  readonly name: string;
  /** A `FilePart` for the file parts of a form. */
  readonly value: unknown;
  /** Whether the value is the digits of a number. */
  readonly isNumber?: true;
  /**
   * Set on what the caller did not give and the record has. `known`: the request takes it. `likely`: nobody can tell
   * whether the request takes it.
   */
  readonly carried?: 'known' | 'likely';
  /** Value that the request takes for certain, where more of the record was added to it that it may take. */
  readonly certain?: unknown;
}

/**
 * What a call sends, not put into bytes yet. What people are asked, what is recorded and what goes over the wire are
 * all read from it, so that they are the same.
 */
export interface Draft {
  readonly operation: Operation;
  /** Of the operation's own route here. */
  readonly method: Method;
  /** The path of that route, with its values. */
  readonly path: string;
  readonly params: readonly Sent[];
  readonly query: readonly Sent[];
  /** Undefined for an operation that takes none. */
  readonly body: readonly Sent[] | undefined;
  /** Object that holds all of the body but its files. Default: none. */
  readonly inside?: string | undefined;
}

/**
 * What is sent for checked arguments. Pure.
 * @throws InvalidArgumentsError where a path value could change which operation is called, where a further field would
 * take the place of an argument, and for a file without one content
 * @throws ConfigurationError where the operation's path has to be set first
 */
export function draftRequest(operation: Operation, given: Arguments, deployment: Deployment): Draft {
  const names = deployment(operation) ?? {};
  const args = withOffset(given, names);
  checkMore(operation, args, names);
  const [method, path] = routeOf(operation, args, names);
  const query = sentIn('query', operation, args, names);
  const body = sentIn('body', operation, args, names);
  return {
    operation,
    method,
    path,
    params: sentOf(operation, Object.keys(operation.params ?? {}), args, {}),
    query,
    body: operation.body || body.length > 0 ? body : undefined,
    ...(names.inside === undefined ? {} : { inside: names.inside }),
  };
}

/** The API description, Limits: pages of 100. */
const pageSize = 100;

/** The number of a page as that of the records before it, where the service takes this. It depends on the size of pages. */
function withOffset(args: Arguments, { shapes }: OperationNames): Arguments {
  if (shapes?.Page !== 'offset') return args;
  const { Page, PageSize = pageSize } = args;
  const offset = typeof Page === 'number' ? { Page: Math.max(Page - 1, 0) * Number(PageSize) } : {};
  return { ...args, PageSize, ...offset };
}

/** All that is sent, in the order of path, query and body. */
export const sentBy = ({ params, query, body }: Draft): readonly Sent[] => [
  ...params,
  ...query,
  ...(body ?? []),
];

/** Values by their arguments, without further fields. */
export const argumentsIn = (sent: readonly Sent[]): Arguments =>
  Object.fromEntries(
    sent.filter(({ argument }) => argument !== moreArgument).map(({ argument, value }) => [argument, value]),
  );

function routeOf(operation: Operation, args: Arguments, { route }: OperationNames): [Method, string] {
  const [method = operation.method, path = operation.path] = (route?.split(' ') ?? []) as [Method?, string?];
  if (path === undefined)
    throw new ConfigurationError(`The API's description does not state the path of ${operation.name}.`, {
      advice: 'set-path',
    });
  const lost = Object.keys(operation.params ?? {}).find(
    (name) => args[name] !== undefined && !path.includes(`{${name}}`),
  );
  if (lost !== undefined)
    throw new InvalidArgumentsError(`${lost}: the path of this deployment does not include it.`);
  return [method, buildPath(path, args)];
}

/** The arguments of one place under the names that go over the wire, with those of `more` after them. */
function sentIn(place: Place, operation: Operation, args: Arguments, names: OperationNames): Sent[] {
  const own = Object.keys(operation[place] ?? {});
  const { places } = names;
  if (places === undefined) return sentOf(operation, own, args, names);
  const other = Object.keys(operation[place === 'query' ? 'body' : 'query'] ?? {});
  const here = [
    ...own.filter((name) => (places[name] ?? place) === place),
    ...other.filter((name) => places[name] === place),
  ];
  return sentOf(operation, here, args, names);
}

function sentOf(
  operation: Operation,
  fields: readonly string[],
  args: Arguments,
  names: OperationNames,
): Sent[] {
  const schemas = { ...operation.params, ...operation.query, ...operation.body };
  const sent = fields.flatMap((argument): Sent[] => {
    const value = args[argument];
    if (value === undefined || argument === moreArgument) return [];
    const isFile = operation.fileParts?.includes(argument) === true;
    const group = isFile ? undefined : besideOthers(inUtc(schemas[argument], value), argument, names);
    if (group !== undefined) return sentBeside(argument, group, names);
    return [
      {
        argument,
        name: names.names?.[argument] ?? argument,
        value: isFile
          ? filePart(argument, value as FileContent)
          : asDeployed(inUtc(schemas[argument], value), argument, names),
        ...(schemas[argument] && isInt64(schemas[argument]) ? { isNumber: true } : {}),
      },
    ];
  });
  const more = fields.includes(moreArgument) ? args[moreArgument] : undefined;
  const further = Object.entries((more ?? {}) as Record<string, unknown>);
  return [
    ...sent,
    ...further.map(([name, value]) => ({ argument: moreArgument, name, value: inUtc(undefined, value) })),
  ];
}

/** The fields of a group, each by itself. What has no place there is sent in the group. */
function sentBeside(
  argument: string,
  { beside, rest }: NonNullable<ReturnType<typeof besideOthers>>,
  { names }: OperationNames,
): Sent[] {
  const group = { argument, name: names?.[argument] ?? argument, value: rest };
  return [
    ...beside.map(([name, value]) => ({ argument, name, value })),
    ...(Object.keys(rest).length > 0 ? [group] : []),
  ];
}

/**
 * The service binds names in any letter case, from any place of a request, and the last one wins: a further field must
 * not take the place of one that was checked, shown to a human and recorded.
 */
function checkMore(operation: Operation, args: Arguments, { names, shapes }: OperationNames): void {
  const more = args[moreArgument];
  if (more === undefined) return;
  const taken = new Set(['__proto__']);
  for (const fields of [operation.params, operation.query, operation.body])
    for (const name of Object.keys(fields ?? {}))
      taken.add(boundName(name)).add(boundName(names?.[name] ?? name));
  for (const [field, name] of Object.entries(names ?? {}))
    if (shapes?.[field.split('.', 1)[0] ?? ''] === 'beside') taken.add(boundName(name));
  for (const name of Object.keys(more as object)) {
    if (taken.has(boundName(name)))
      throw new InvalidArgumentsError(
        `Nothing was sent. ${moreArgument}: ${show(name)} is a separate argument; give it there.`,
      );
    taken.add(boundName(name));
  }
}

/** What a name is bound as: without what follows it in `Fields[a]` and `Fields.a`, and whatever its letter case. */
const boundName = (name: string) =>
  (name.normalize('NFKC').trim().split(/[.[]/, 1)[0] ?? '').toUpperCase().toLowerCase();

const show = (name: string) => JSON.stringify(name.length > 60 ? `${name.slice(0, 60)}…` : name);

function filePart(argument: string, file: FileContent): FilePart<UncheckedContent> {
  const { name: fileName, text, base64, path } = file;
  const { mediaType = text === undefined ? 'application/octet-stream' : 'text/plain; charset=utf-8' } = file;
  if ([text, base64, path].filter((content) => content !== undefined).length !== 1)
    throw new InvalidArgumentsError(`${argument}: give one of text, base64 and path.`);
  if (!/^[\w.+-]+\/[\w.+-]+ *(;[\x20-\x7e]*)?$/.test(mediaType))
    throw new InvalidArgumentsError(`${argument}.mediaType: should be such as application/pdf.`);
  if (path !== undefined) return { content: { path }, fileName, mediaType };
  const content = text === undefined ? Buffer.from(base64 ?? '', 'base64') : Buffer.from(text, 'utf8');
  return { content, fileName, mediaType };
}
