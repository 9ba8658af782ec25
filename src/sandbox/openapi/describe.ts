import { z } from 'zod';
import { rowRemoval } from '../domain/fields/multi-rows.ts';
import { fieldFilter } from '../domain/filters.ts';
import { companyInfo, individualInfo } from '../domain/participants/participant-info.ts';
import { guid, int64, lastMoment, moment, queryFlag, queryInteger } from '../http/model-binding.ts';
import { type Components, dateTime, integer, type Json, uuid } from './components.ts';

/** JSON schemas for zod schemas that zod cannot convert, because they transform their input. */
const wellKnown = new Map<unknown, Json>([
  [guid, uuid],
  [moment, dateTime],
  [lastMoment, dateTime],
  [queryInteger, integer],
  [int64, { type: 'integer', format: 'int64' }],
  [queryFlag, { type: 'boolean' }],
]);

/** Parts of request bodies that become named schemas in the document, with their names. */
const shared = new Map<unknown, string>([
  [fieldFilter, 'FieldFilter'],
  [individualInfo, 'IndividualInfo'],
  [companyInfo, 'CompanyInfo'],
  [rowRemoval, 'RowRemoval'],
]);

/**
 * Returns the OpenAPI 3.0 schema of the input of a route. Omits names that are marked `undocumented`, and names whose
 * `since` is a later version.
 */
export function describe(schema: z.ZodType, version: number, components: Components): Json {
  const described: Json = z.toJSONSchema(schema, {
    io: 'input',
    target: 'openapi-3.0',
    override: ({ zodSchema, jsonSchema }) => {
      const part = zodSchema as unknown as z.ZodType;
      const name = part === schema ? undefined : shared.get(part);
      const known =
        name === undefined
          ? wellKnown.get(part)
          : components.ref(name, () => describe(part, version, components));
      if (known) replace(jsonSchema, known);
      else tidy(jsonSchema);
    },
  });
  return prune(described, version) as Json;
}

function replace(target: Json, content: Json): void {
  for (const key of Object.keys(target)) delete target[key];
  Object.assign(target, content);
}

/**
 * Removes patterns next to a format, and the bounds of safe integers. zod adds both, but the documents of real services
 * lack them.
 */
function tidy(schema: Json): void {
  if ('format' in schema) delete schema.pattern;
  if (schema.type !== 'integer') return;
  schema.format = 'int32';
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

function prune(node: unknown, version: number): unknown {
  if (Array.isArray(node)) return node.map((item) => prune(item, version));
  if (!isJson(node)) return node;
  const entries = Object.entries(node).filter(([key]) => !['$schema', '~standard', 'since'].includes(key));
  return Object.fromEntries(
    entries.map(([key, value]) => {
      const isNames = key === 'properties' && isJson(value);
      return [key, isNames ? pruneNames(value, version) : prune(value, version)];
    }),
  );
}

/**
 * Removes omitted names at all levels. Separate from `prune`, because a property may have the name of a schema keyword.
 */
function pruneNames(properties: Json, version: number): Json {
  const kept = Object.entries(properties).filter(([, value]) => {
    const { since, undocumented } = value as { since?: number; undocumented?: boolean };
    return !undocumented && (since ?? 1) <= version;
  });
  return Object.fromEntries(kept.map(([name, value]) => [name, prune(value, version)]));
}

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null;
