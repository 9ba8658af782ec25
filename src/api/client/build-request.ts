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

/** Reference to a file to send. The file is checked when it is opened. */
export interface FileReference {
  /** Path relative to the shared folder. */
  readonly path: string;
  /** Size and hash of the content that a person was asked to confirm. */
  readonly seen?: { readonly bytes: number; readonly sha256: string };
}

export type UncheckedContent = Uint8Array | FileReference;

export interface Sent {
  /** Argument that provided the value; `more` for an additional field. */
  readonly argument: string;
  readonly name: string;
  /** The value. For a file part of a form, a `FilePart`. */
  readonly value: unknown;
  /** True if the value is a number, written as a string of digits. */
  readonly isNumber?: true;
  /** Set if the value comes from the current record. `likely`: the service may refuse the field. */
  readonly carried?: 'known' | 'likely';
  /**
   * Part of `value` that the request certainly accepts. Set if the rest comes from the current record and the service
   * may refuse it.
   */
  readonly certain?: unknown;
}

/** Content of a request before encoding. Confirmation, audit log and request derive from it, so that they agree. */
export interface Draft {
  readonly operation: Operation;
  readonly method: Method;
  readonly path: string;
  readonly params: readonly Sent[];
  readonly query: readonly Sent[];
  readonly body: readonly Sent[] | undefined;
  /** Name of the form part that contains all fields of the body except files, as JSON. Default: one part per field. */
  readonly inside?: string | undefined;
}

/**
 * Creates the draft of a request from validated arguments. Pure.
 * @throws InvalidArgumentsError if a path value could change which operation is called, if an additional field would
 * replace an argument, or if a file does not have exactly one content
 * @throws ConfigurationError if the path of the operation must be configured first
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

/** Page size for calls that specify none (API description, Limits). */
const pageSize = 100;

/**
 * If the deployment expects an offset, replaces the page number with it, and sets the page size on which the offset
 * depends.
 */
function withOffset(args: Arguments, { shapes }: OperationNames): Arguments {
  if (shapes?.Page !== 'offset') return args;
  const { Page, PageSize = pageSize } = args;
  const offset = typeof Page === 'number' ? { Page: Math.max(Page - 1, 0) * Number(PageSize) } : {};
  return { ...args, PageSize, ...offset };
}

export const sentBy = ({ params, query, body }: Draft): readonly Sent[] => [
  ...params,
  ...query,
  ...(body ?? []),
];

/** Returns the values by argument name, without additional fields. */
export const argumentsIn = (sent: readonly Sent[]): Arguments =>
  Object.fromEntries(
    sent.filter(({ argument }) => argument !== moreArgument).map(({ argument, value }) => [argument, value]),
  );

function routeOf(operation: Operation, args: Arguments, { route }: OperationNames): [Method, string] {
  const [method = operation.method, path = operation.path] = (route?.split(' ') ?? []) as [Method?, string?];
  if (path === undefined)
    throw new ConfigurationError(`The API description does not state the path of ${operation.name}.`, {
      advice: 'set-path',
    });
  const lost = Object.keys(operation.params ?? {}).find(
    (name) => args[name] !== undefined && !path.includes(`{${name}}`),
  );
  if (lost !== undefined)
    throw new InvalidArgumentsError(`${lost}: the path configured for this deployment does not contain it.`);
  return [method, buildPath(path, args)];
}

/** Returns the values under the names of the deployment. Additional fields (`more`) come last. */
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

/** Returns the fields that the deployment expects outside of their group, and the rest of the group. */
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
 * Rejects additional fields that would replace an argument which was validated, confirmed and logged. The service
 * ignores letter case, reads a name from any part of the request, and uses the last value.
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
        `Nothing was sent. ${moreArgument}: ${show(name)} is a separate argument. Pass it there instead.`,
      );
    taken.add(boundName(name));
  }
}

/** Returns the name to which the service binds a field: `fields` for `Fields[a]` and `Fields.a`, in any letter case. */
const boundName = (name: string) =>
  (name.normalize('NFKC').trim().split(/[.[]/, 1)[0] ?? '').toUpperCase().toLowerCase();

const show = (name: string) => JSON.stringify(name.length > 60 ? `${name.slice(0, 60)}…` : name);

function filePart(argument: string, file: FileContent): FilePart<UncheckedContent> {
  const { name: fileName, text, base64, path } = file;
  const { mediaType = text === undefined ? 'application/octet-stream' : 'text/plain; charset=utf-8' } = file;
  if ([text, base64, path].filter((content) => content !== undefined).length !== 1)
    throw new InvalidArgumentsError(`${argument}: pass exactly one of \`text\`, \`base64\` and \`path\`.`);
  if (!/^[\w.+-]+\/[\w.+-]+ *(;[\x20-\x7e]*)?$/.test(mediaType))
    throw new InvalidArgumentsError(
      `${argument}.mediaType: should be a media type, such as application/pdf.`,
    );
  if (path !== undefined) return { content: { path }, fileName, mediaType };
  const content = text === undefined ? Buffer.from(base64 ?? '', 'base64') : Buffer.from(text, 'utf8');
  return { content, fileName, mediaType };
}
