import type { Method } from '../../contract/operations/operation.ts';
import type { FilePart, FormPart } from '../files/multipart.ts';
import type { ApiRequest } from '../transport/request.ts';
import { argumentsIn, type Draft, type Sent, type UncheckedContent } from './build-request.ts';
import { buildPath } from './path.ts';

/** Encodes a draft. Pure. @param route `METHOD /path` of an alias. Default: the operation's own route */
export function buildRequest(draft: Draft, route?: string): ApiRequest<UncheckedContent> {
  const { operation } = draft;
  const [aliasMethod, alias] = route?.split(' ') ?? [];
  const method = (aliasMethod as Method | undefined) ?? draft.method;
  const path = alias === undefined ? draft.path : buildPath(alias, argumentsIn(draft.params));
  const to = { method, target: path + buildQuery(named(draft.query)), template: alias ?? operation.path };
  if (draft.body === undefined) return { ...to, headers: {}, body: undefined };
  if (operation.fileParts) {
    const { fileParts } = operation;
    const files = draft.body.filter(({ argument }) => fileParts.includes(argument));
    const whole =
      draft.inside === undefined ? files : [...files, partOfOthers(draft.body, files, draft.inside)];
    const form = draft.inside === undefined ? draft.body : whole;
    const parts = new Set(whole.map(({ name }) => name));
    return { ...to, headers: {}, body: buildForm(named(form), parts) };
  }
  return { ...to, headers: { 'content-type': 'application/json' }, body: jsonOf(draft.body) };
}

/** Encodes fields as JSON. Numbers that are strings of digits are written as numbers without loss of precision. */
const jsonOf = (sent: readonly Sent[]): string =>
  `{${sent.map(({ name, value, isNumber }) => `${JSON.stringify(name)}:${isNumber ? value : JSON.stringify(value)}`).join(',')}}`;

/** Returns one JSON part with all fields except files. */
function partOfOthers(body: readonly Sent[], files: readonly Sent[], name: string): Sent {
  const content = Buffer.from(jsonOf(body.filter((one) => !files.includes(one))));
  return { argument: name, name, value: { content, fileName: '', mediaType: 'application/json' } };
}

const named = (sent: readonly Sent[]): Record<string, unknown> =>
  Object.fromEntries(sent.map(({ name, value }) => [name, value]));

/** Encodes a query for ASP.NET Core: `Ids=1&Ids=2`, `Filters[0].FieldTag=x`. */
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
      ? [{ name, value: value as FilePart<UncheckedContent> }]
      : formPairs(name, value).map(([key, text]) => ({ name: key, value: text })),
  );
}

/** Encodes an open object for a form: `Attributes[tag]=value`, because a tag may contain a dot. */
function formPairs(name: string, value: unknown): [string, string][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return flatten(name, value);
  return Object.entries(value).flatMap(([key, item]) => formPairs(`${name}[${key}]`, item));
}
