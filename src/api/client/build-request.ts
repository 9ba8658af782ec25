import { ConfigurationError, InvalidArgumentsError } from '../../contract/errors.ts';
import type { FileContent } from '../../contract/field-marks.ts';
import { isPresumed, moreArgument } from '../../contract/field-marks.ts';
import type { Fields, Operation } from '../../contract/operation.ts';
import type { FilePart } from '../files/multipart.ts';
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
}

/**
 * What a call sends, not put into bytes yet. What people are asked, what is recorded and what goes over the wire are
 * all read from it, so that they are the same.
 */
export interface Draft {
  readonly operation: Operation;
  /** The path of the operation's own route, with its values. */
  readonly path: string;
  readonly params: readonly Sent[];
  readonly query: readonly Sent[];
  /** Undefined for an operation that takes none. */
  readonly body: readonly Sent[] | undefined;
}

/** What a deployment has differently from the API's description. */
export interface Deployment {
  /** `operation.Argument` or `Argument` to the API field's real name, for presumed fields. */
  readonly fieldNames: ReadonlyMap<string, string>;
  /** Paths by the names of operations: where the description states none, or this deployment has another. */
  readonly paths: Readonly<Record<string, string | undefined>>;
}

/**
 * What is sent for checked arguments. Pure.
 * @throws InvalidArgumentsError where a path value could change which operation is called, where a further field would
 * take the place of an argument, and for a file without one content
 * @throws ConfigurationError where the operation's path has to be set first
 */
export function draftRequest(operation: Operation, args: Arguments, deployment: Deployment): Draft {
  checkMore(operation, args, deployment);
  const { params, query, body } = operation;
  return {
    operation,
    path: buildPath(pathOf(operation, deployment), args),
    params: sentOf(operation, params, args, deployment),
    query: sentOf(operation, query, args, deployment),
    body: body && sentOf(operation, body, args, deployment),
  };
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

function pathOf(operation: Operation, deployment: Deployment): string {
  const path = deployment.paths[operation.name] ?? operation.path;
  if (path !== undefined) return path;
  throw new ConfigurationError(`The API's description does not state the path of ${operation.name}.`, {
    advice: 'set-path',
  });
}

/** The arguments of one place under the names that go over the wire, with those of `more` after them. */
function sentOf(
  operation: Operation,
  fields: Fields | undefined,
  args: Arguments,
  deployment: Deployment,
): Sent[] {
  const sent = Object.keys(fields ?? {}).flatMap((argument): Sent[] => {
    const value = args[argument];
    if (value === undefined || argument === moreArgument) return [];
    const isFile = operation.fileParts?.includes(argument) === true;
    return [
      {
        argument,
        name: wireName(operation, fields, argument, deployment),
        value: isFile ? filePart(argument, value as FileContent) : value,
      },
    ];
  });
  const more = fields && moreArgument in fields ? args[moreArgument] : undefined;
  const further = Object.entries((more ?? {}) as Record<string, unknown>);
  return [...sent, ...further.map(([name, value]) => ({ argument: moreArgument, name, value }))];
}

/**
 * The service binds names in any letter case, from any place of a request, and the last one wins: a further field must
 * not take the place of one that was checked, shown to a human and recorded.
 */
function checkMore(operation: Operation, args: Arguments, deployment: Deployment): void {
  const more = args[moreArgument];
  if (more === undefined) return;
  const taken = new Set(['__proto__']);
  for (const fields of [operation.params, operation.query, operation.body])
    for (const name of Object.keys(fields ?? {}))
      taken.add(boundName(name)).add(boundName(wireName(operation, fields, name, deployment)));
  for (const name of Object.keys(more as object)) {
    if (taken.has(boundName(name)))
      throw new InvalidArgumentsError(
        `Nothing was sent. ${moreArgument}: ${show(name)} is an argument of its own; give it there.`,
      );
    taken.add(boundName(name));
  }
}

/** What a name is bound as: without what follows it in `Fields[a]` and `Fields.a`, and whatever its letter case. */
const boundName = (name: string) =>
  (name.normalize('NFKC').trim().split(/[.[]/, 1)[0] ?? '').toUpperCase().toLowerCase();

const show = (name: string) => JSON.stringify(name.length > 60 ? `${name.slice(0, 60)}…` : name);

function wireName(
  operation: Operation,
  fields: Fields | undefined,
  name: string,
  deployment: Deployment,
): string {
  const schema = fields?.[name];
  if (!schema || !isPresumed(schema)) return name;
  return deployment.fieldNames.get(`${operation.name}.${name}`) ?? deployment.fieldNames.get(name) ?? name;
}

function filePart(argument: string, file: FileContent): FilePart<UncheckedContent> {
  const { name: fileName, text, base64, path, mediaType = 'application/octet-stream' } = file;
  if ([text, base64, path].filter((content) => content !== undefined).length !== 1)
    throw new InvalidArgumentsError(`${argument}: give one of text, base64 and path.`);
  if (!/^[\w.+-]+\/[\w.+-]+ *(;[\x20-\x7e]*)?$/.test(mediaType))
    throw new InvalidArgumentsError(`${argument}.mediaType: should be such as application/pdf.`);
  if (path !== undefined) return { content: { path }, fileName, mediaType };
  const content = text === undefined ? Buffer.from(base64 ?? '', 'base64') : Buffer.from(text, 'utf8');
  return { content, fileName, mediaType };
}
