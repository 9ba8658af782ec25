import { z } from 'zod';
import type { Route } from '../http/route.ts';
import type { Quirks } from '../quirks/quirks.ts';
import { array, type Components, type Json } from './components.ts';
import { type Endpoint, localPath, tagOf } from './endpoints.ts';
import { type RecordName, recordSchema, rowSchema, type Shown } from './records.ts';
import { referencesOf } from './references.ts';
import { type AnswerShape, errorRecord, loose, page, problemDetails, tokenError } from './shapes.ts';

function impliedShape(method: string, path: string): AnswerShape {
  if (method === 'DELETE') return 'nothing';
  return method === 'GET' && !path.endsWith('}') ? 'page' : 'record';
}

/**
 * Record names by tag, for tags whose record name is not simply the tag without its final `s`. Objects and cases share
 * one record type.
 */
const recordNames: Readonly<Record<string, RecordName>> = {
  Cases: 'Object/Case',
  Objects: 'Object/Case',
  CaseTypes: 'ObjectType',
  ObjectClasses: 'ObjectClass',
  Dictionaries: 'Dictionary',
  TaskStatuses: 'TaskStatus',
  TaskPriorities: 'TaskPriority',
  RolesInCase: 'RoleInCase',
};

/** Returns the responses of an operation: success, then errors. */
export function answersOf(endpoint: Endpoint, components: Components, quirks: Quirks): Json {
  const { method, path, entry } = endpoint;
  const shown = {
    version: endpoint.version,
    components,
    refer: referencesOf(components, quirks.references),
    wholeLists: quirks.wholeLists,
  };
  const shape = entry.answers ?? impliedShape(method, path);
  const status = entry.status ?? { GET: 200, DELETE: 204 }[method] ?? 201;
  const content = contentOf(shape, endpoint, shown);
  return {
    [status]: { description: 'Success', ...content },
    ...(shape === 'ScriptRun' ? { 202: { description: 'Started', ...content } } : {}),
    ...refusalsOf(endpoint, { shape, status }, components),
  };
}

function contentOf(shape: AnswerShape, { path, method, entry }: Endpoint, shown: Shown): Json {
  const { components } = shown;
  if (shape === 'nothing') return {};
  if (shape === 'file') {
    const file = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };
    return { content: isPlain(path) ? file : { ...file, ...json(loose(shown, 'FileContent')) } };
  }
  if (shape === 'record') return { content: json(recordSchema(recordName(path), shown)) };
  if (shape === 'rows') return { content: json(page(components, 'TableRow', rowSchema(components))) };
  if (shape === 'page') {
    const name = recordName(path);
    const item = recordSchema(name, shown);
    const isWhole = shown.wholeLists === 'array' && !hasPages(entry);
    return { content: json(isWhole ? array(item) : page(components, name, item)) };
  }
  if (shape === 'NonWorkingDays' && method === 'GET' && shown.wholeLists === 'array')
    return { content: json(array(loose(shown, 'NonWorkingInterval'))) };
  return { content: json(loose(shown, shape)) };
}

const hasPages = ({ query, body }: Route) =>
  [query, body].some((schema) => schema instanceof z.ZodObject && 'Page' in schema.shape) ||
  (!query && body !== undefined);

/** Checks whether the operation returns a file only as bytes. The download operation can also return it within JSON. */
const isPlain = (path: string) => !localPath(path).startsWith('download/');

function recordName(path: string): RecordName {
  if (path.includes('/values')) return 'DictionaryValue';
  const tag = tagOf(path);
  return recordNames[tag] ?? (tag.replace(/s$/, '') as RecordName);
}

function refusalsOf(
  { entry, path }: Endpoint,
  { shape, status }: { shape: AnswerShape; status: number },
  components: Components,
): Json {
  const problem = { 'application/problem+json': { schema: problemDetails(components) } };
  const both = { ...problem, ...json(errorRecord(components)) };
  const isToken = shape === 'Token' && entry.anonymous;
  const takesBody = entry.body !== undefined || entry.fileParts !== undefined;
  const refusals: [code: number, description: string, content: Json, applies: boolean][] = [
    [400, 'Bad Request', isToken ? json(tokenError(components)) : both, takesBody || !!entry.query],
    [401, 'Unauthorized', problem, !entry.anonymous],
    [403, 'Forbidden', both, !entry.anonymous],
    [404, 'Not Found', json(errorRecord(components)), path.includes('{')],
    [409, 'Conflict', json(errorRecord(components)), status > 200],
    [415, 'Unsupported Media Type', problem, takesBody],
    [429, 'Too Many Requests', json(errorRecord(components)), shape === 'ScriptRun'],
  ];
  return Object.fromEntries(
    refusals
      .filter(([, , , applies]) => applies)
      .map(([code, description, content]) => [code, { description, content }]),
  );
}

const json = (schema: Json): Json => ({ 'application/json': { schema } });
