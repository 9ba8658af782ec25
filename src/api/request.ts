import type { FileContent } from '../contract/fields.ts';
import { isPresumed, moreArgument } from '../contract/fields.ts';
import type { Fields, Method, Operation } from '../contract/operation.ts';
import type { AnswerHead } from './attempt.ts';
import { ConfigurationError, InvalidArgumentsError } from './errors.ts';
import type { FilePart, FormPart } from './form.ts';
import type { Sink, SourceFile } from './sink.ts';

export type Arguments = Readonly<Record<string, unknown>>;

/** A request as data: nothing has been sent yet. */
export interface ApiRequest<Content = Uint8Array | SourceFile> {
  readonly method: Method;
  /** Path and query, below the base URL. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text, or the parts of a form. */
  readonly body: string | readonly FormPart<Content>[] | undefined;
  /** Where the body of an answer goes, once its status and headers are known; undefined: into memory. */
  readonly receive?: ((head: AnswerHead) => Sink | undefined) | undefined;
  /** Told how many bytes of a form or an answer, and of how many, have passed. */
  readonly onProgress?: ((bytes: number, ofBytes: number | undefined) => void) | undefined;
}

/** A file that is to be sent and was not looked at yet. */
export interface FileReference {
  /** Within the exchange directory. */
  readonly path: string;
}

type UncheckedContent = Uint8Array | FileReference;

/** What a deployment has differently from the API's description. */
export interface Deployment {
  /** `operation.Argument` or `Argument` to the API field's real name, for presumed fields. */
  readonly fieldNames: ReadonlyMap<string, string>;
  /** Paths of operations whose path the description does not state, by their `pathSetting`. */
  readonly paths: Readonly<Record<string, string | undefined>>;
}

/**
 * The request for checked arguments. Pure.
 * @param route another `METHOD /path` of the same operation (an alias) instead of its own
 * @throws InvalidArgumentsError where a path value could change which operation is called
 * @throws ConfigurationError where the operation's path has to be set first
 */
export function buildRequest(
  operation: Operation,
  args: Arguments,
  deployment: Deployment,
  route?: string,
): ApiRequest<UncheckedContent> {
  const template = pathTemplate(operation, deployment, route);
  const query = operation.query ? buildQuery(named(operation, operation.query, args, deployment)) : '';
  const target = buildPath(template, args) + query;
  const method = (route?.split(' ')[0] as Method | undefined) ?? operation.method;
  if (operation.body === undefined) return { method, target, headers: {}, body: undefined };
  const fields = named(operation, operation.body, args, deployment);
  if (operation.fileParts) {
    const given = operation.fileParts.filter((part) => args[part] !== undefined);
    const parts = new Set(given.map((part) => wireName(operation, operation.body, part, deployment)));
    return { method, target, headers: {}, body: buildForm(fields, parts) };
  }
  return { method, target, headers: { 'content-type': 'application/json' }, body: JSON.stringify(fields) };
}

function pathTemplate(operation: Operation, deployment: Deployment, route: string | undefined): string {
  if (route !== undefined) return route.slice(route.indexOf(' ') + 1);
  if (operation.path !== undefined) return operation.path;
  const path = deployment.paths[operation.pathSetting ?? ''];
  if (path !== undefined) return path;
  throw new ConfigurationError(
    `The API's description does not state the path of ${operation.name}: the operator has to set ${operation.pathSetting} to it.`,
  );
}

/**
 * The path for the arguments. A value stays within its segment, since no encoded value holds a separator, and it is
 * neither empty nor a dot segment, which a server would take for a step up.
 */
function buildPath(template: string, args: Arguments): string {
  if (!template.includes('{')) return template;
  return template.replace(
    /(?<=\/)([^/{]*)\{(\w+)\}/g,
    (_, before: string, name: string) => before + pathValue(name, args[name], before !== ''),
  );
}

/** @param shared the placeholder shares its segment with text (`participants{id}`), and so may be left out */
function pathValue(name: string, value: unknown, shared: boolean): string {
  if (value === undefined && shared) return '';
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  if (text.trim() === '' || text === '.' || text === '..' || /[\p{Cc}\p{Cs}/\\?#%]/u.test(text))
    throw new InvalidArgumentsError(`${name}: not a value that can stand in a path.`);
  return encodeURIComponent(text);
}

/** The arguments of one place under the names that go over the wire, with `more` merged in. */
function named(
  operation: Operation,
  fields: Fields | undefined,
  args: Arguments,
  deployment: Deployment,
): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const name of Object.keys(fields ?? {})) {
    const value = args[name];
    if (value !== undefined && name !== moreArgument)
      result[wireName(operation, fields, name, deployment)] = value;
  }
  const more = fields && moreArgument in fields ? args[moreArgument] : undefined;
  if (more === undefined) return result;
  checkMore(operation, more as Record<string, unknown>, deployment);
  return { ...result, ...(more as Record<string, unknown>) };
}

/**
 * The service binds names in any letter case, from any place of a request, and the last one wins: a further field must
 * not take the place of one that was checked, shown to a human and recorded.
 */
function checkMore(operation: Operation, more: Record<string, unknown>, deployment: Deployment): void {
  const taken = new Set(['__proto__']);
  for (const fields of [operation.params, operation.query, operation.body])
    for (const name of Object.keys(fields ?? {}))
      taken.add(boundName(name)).add(boundName(wireName(operation, fields, name, deployment)));
  for (const name of Object.keys(more)) {
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

/** A query as ASP.NET Core binds it: `Ids=1&Ids=2`, `Filters[0].FieldTag=x`. */
function buildQuery(fields: Record<string, unknown>): string {
  const pairs = Object.entries(fields).flatMap(([name, value]) => flatten(name, value));
  const query = new URLSearchParams(pairs).toString();
  return query === '' ? '' : `?${query}`;
}

function flatten(name: string, value: unknown): [string, string][] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value))
    return value.flatMap((item, index) =>
      flatten(typeof item === 'object' ? `${name}[${index}]` : name, item),
    );
  if (typeof value === 'object')
    return Object.entries(value).flatMap(([key, item]) =>
      flatten(name === '' ? key : `${name}.${key}`, item),
    );
  return [[name, String(value)]];
}

function buildForm(
  fields: Record<string, unknown>,
  fileParts: ReadonlySet<string>,
): FormPart<UncheckedContent>[] {
  return Object.entries(fields).flatMap(([name, value]): FormPart<UncheckedContent>[] =>
    fileParts.has(name)
      ? [{ name, value: filePart(name, value as FileContent) }]
      : formPairs(name, value).map(([key, text]) => ({ name: key, value: text })),
  );
}

/** Form binding differs from the query for open objects: `Attributes[tag]=value`, since a tag may hold a dot. */
function formPairs(name: string, value: unknown): [string, string][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return flatten(name, value);
  return Object.entries(value).flatMap(([key, item]) => formPairs(`${name}[${key}]`, item));
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
