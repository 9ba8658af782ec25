import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';

/** Node of an OpenAPI document, untyped. */
export type Json = Record<string, any>;

/** Returns the OpenAPI documents whose title is `Public API version N.0`, by N. */
export async function discover(origin: string): Promise<Map<number, Json>> {
  const found = new Map<number, Json>();
  for (const { document } of await listed(origin)) {
    const version = /^Public API version (\d+)\.0$/.exec(document.info.title)?.[1];
    if (version !== undefined) found.set(Number(version), document);
  }
  return found;
}

/**
 * Returns all OpenAPI documents of a service by following links: from the Swagger page to its script, and from the
 * script to the documents.
 */
export async function listed(origin: string) {
  const page = await fetch(`${origin}/swagger/index.html`);
  const src = /<script src="([^"]+)"/.exec(await page.text())?.[1] ?? '';
  const script = await (await fetch(new URL(src, page.url))).text();
  const config = JSON.parse(/var configObject = JSON\.parse\('(.*)'\);/.exec(script)?.[1] ?? '') as Json;
  return Promise.all(
    (config.urls as { name: string; url: string }[]).map(async ({ name, url }) => {
      const response = await fetch(new URL(url, page.url));
      return { name, url, document: (await response.json()) as Json };
    }),
  );
}

/** Returns all operations of a document. */
export const operationsOf = (document: Json) =>
  Object.entries(document.paths as Json).flatMap(([path, item]) =>
    Object.entries(item as Json).map(([method, operation]) => ({
      path,
      method,
      operation: operation as Json,
    })),
  );

/** Resolves a reference. Its fragment is a percent-encoded JSON pointer. */
export function resolve(document: Json, schema: Json): Json {
  if (!schema.$ref) return schema;
  const steps = decodeURIComponent(schema.$ref.slice(1)).split('/').slice(1);
  return steps.reduce((node, step) => node?.[step.replaceAll('~1', '/').replaceAll('~0', '~')], document);
}

/** Returns all objects and arrays of a document. */
export function nodesOf(node: unknown): Json[] {
  if (typeof node !== 'object' || node === null) return [];
  return [node as Json, ...Object.values(node).flatMap(nodesOf)];
}

/** Converts `nullable` to JSON Schema. */
function converted(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(converted);
  if (typeof node !== 'object' || node === null) return node;
  const { nullable, ...rest } = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, converted(value)]),
  );
  return nullable === true ? { anyOf: [rest, { type: 'null' }] } : rest;
}

/** Compiles the schemas of a document, after converting `nullable`. */
export function compilerOf(document: Json) {
  const ajv = new Ajv({
    strict: true,
    strictTypes: false,
    formats: { int32: true, int64: true, binary: true },
  });
  addFormats.default(ajv);
  ajv.addKeyword('components');
  ajv.addSchema({ $id: 'document', ...(converted({ components: document.components }) as Json) }, 'document');
  return (schema: Json) =>
    ajv.compile(
      JSON.parse(JSON.stringify(converted(schema)).replaceAll('"$ref":"#', '"$ref":"document#')) as Json,
    );
}
