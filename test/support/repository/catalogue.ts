import { shippedToolbox } from '../../../src/catalogue.ts';
import type { Operation } from '../../../src/contract/operations/operation.ts';
import { completeSchema, type JsonSchema } from '../../../src/mcp/tools/published-schema.ts';
import { publishTools } from '../../../src/mcp/tools/tool.ts';
import { catalogue as areas } from '../../../tools/index.ts';

const { catalogue, tools: allTools } = shippedToolbox();
const isOperation = new Set(areas.flatMap((area) => area.operations.map(({ name }) => name)));
export const tools = publishTools(
  [...(await allTools()).values()].filter(({ definition }) => isOperation.has(definition.name)),
);
export const entries = [...(await catalogue.entries()).values()].map((entry) => ({
  ...entry,
  name: entry.operation.name,
  complete: completeSchema(entry.schema),
  published: toolOf(entry.operation).inputSchema as JsonSchema,
}));
export const operations = areas.flatMap((area) => area.operations);

export function toolOf(operation: Operation) {
  const found = tools.find((tool) => tool.name === operation.name);
  if (!found) throw new Error(`${operation.name} is not listed`);
  return found;
}

/** Yields a schema and all schemas inside it, with their paths. */
function* walk(schema: JsonSchema, place: string): Generator<{ place: string; schema: JsonSchema }> {
  yield { place, schema };
  for (const [key, property] of Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>))
    yield* walk(property, `${place}.${key}`);
  for (const key of ['items', 'additionalProperties', 'propertyNames'])
    if (typeof schema[key] === 'object' && schema[key] !== null)
      yield* walk(schema[key] as JsonSchema, `${place}[${key}]`);
}

/** Returns the paths in complete and published schemas that break a rule. */
export function breaking(
  rule: (schema: JsonSchema) => boolean,
  which: 'complete' | 'published' | 'both' = 'both',
) {
  const kinds = which === 'both' ? (['complete', 'published'] as const) : [which];
  return kinds.flatMap((kind) =>
    entries
      .flatMap((entry) => [...walk(entry[kind], `${kind} ${entry.name}`)])
      .filter(({ schema }) => rule(schema))
      .map(({ place }) => place),
  );
}

export const namesOf = (found: readonly Operation[]) => found.map((operation) => operation.name);
