import { discover, type Json, operationsOf, resolve } from '../../../support/repository/openapi.ts';
import { inputSchemaOf, isFile } from './schema.ts';

/** Tool for one operation of the service's reference. */
export interface OneToOneTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Json;
  readonly method: string;
  /** `/api/v2/objects/{id}` */
  readonly path: string;
  readonly query: readonly string[];
  /** Properties of the form that are files. Undefined if the body is not a form. */
  readonly files?: readonly string[];
}

/** Name of the argument for the request body. */
export const bodyArgument = 'requestBody';

interface Operation {
  readonly path: string;
  readonly method: string;
  readonly operation: Json;
  readonly document: Json;
}

/**
 * Reads the reference of a service and returns a tool for each operation, newest version first. Deprecated
 * operations have no tool.
 */
export async function readTools(origin: string): Promise<OneToOneTool[]> {
  const documents = [...(await discover(origin)).values()];
  const all = documents.flatMap((document) =>
    operationsOf(document).map((operation) => ({ ...operation, document })),
  );
  const used = all.filter(({ operation }) => operation.deprecated !== true);
  // Operations without a version in their path are in several documents.
  const byRequest = new Map(used.toReversed().map((one) => [`${one.method} ${one.path}`, one]));
  const operations = [...byRequest.values()].toReversed();
  const uses = new Map<string, number>();
  for (const { operation } of operations)
    uses.set(operation.operationId, (uses.get(operation.operationId) ?? 0) + 1);
  return operations.map((one) => toolOf(one, uses.get(one.operation.operationId) === 1));
}

function toolOf({ path, method, operation, document }: Operation, isUnique: boolean): OneToOneTool {
  const { operationId, summary, description, parameters = [], requestBody } = operation;
  const sent = (parameters as Json[]).filter((one) => one.in === 'path' || one.in === 'query');
  const [mediaType, content] = Object.entries<Json>(requestBody?.content ?? {})[0] ?? [];
  const properties = Object.fromEntries(sent.map((one) => [one.name, schemaOfParameter(document, one)]));
  const required = sent.filter((one) => one.required === true).map(({ name }) => name);
  if (content) properties[bodyArgument] = inputSchemaOf(document, content.schema);
  if (content && requestBody.required === true) required.push(bodyArgument);
  return {
    name: isUnique ? operationId : nameOf(method, path),
    description: [summary, description].filter(Boolean).join('\n\n') || `${method.toUpperCase()} ${path}`,
    inputSchema: {
      type: 'object',
      properties,
      ...(required.length === 0 ? {} : { required }),
      additionalProperties: false,
    },
    method: method.toUpperCase(),
    path,
    query: sent.filter((one) => one.in === 'query').map(({ name }) => name),
    ...(mediaType === 'multipart/form-data' ? { files: filesIn(document, content?.schema) } : {}),
  };
}

function schemaOfParameter(document: Json, { schema, description }: Json): Json {
  return { ...inputSchemaOf(document, schema), ...(description ? { description } : {}) };
}

function filesIn(document: Json, schema: Json = {}): string[] {
  const { properties = {} } = resolve(document, schema);
  return Object.entries<Json>(properties).flatMap(([name, property]) => (isFile(property) ? [name] : []));
}

/** Returns the name of a tool whose operation has no unique id: `put_api_v3_events_id`. */
const nameOf = (method: string, path: string): string =>
  [method, ...(path.match(/[A-Za-z0-9]+/g) ?? [])].join('_');
