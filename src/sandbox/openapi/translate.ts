import { isRecord, type Part, type Translation } from '../quirks/names.ts';
import type { Json } from './components.ts';

/** A schema whose names are being translated. */
interface Place {
  readonly translation: Translation;
  readonly part: Part;
  /** Default name (quirk `fieldNames=current`) of the parent. Undefined at the top level. */
  readonly parent: string | undefined;
  readonly schemas: Record<string, Json>;
  /**
   * Named schemas that are already translated. Each is translated only once, because all operations that use it share
   * its names.
   */
  readonly done: Set<unknown>;
}

/**
 * Replaces the names in an OpenAPI document with the names of a deployment, in place.
 * @param translate returns the translation for the path of a route
 */
export function translateDocument(
  document: Json,
  translate: (path: string) => Translation | undefined,
): void {
  const { schemas } = document.components as { schemas: Record<string, Json> };
  const done = new Set<unknown>();
  for (const [path, item] of Object.entries(document.paths as Record<string, Record<string, Json>>)) {
    const translation = translate(path);
    if (!translation) return;
    const at = (part: Part): Place => ({ translation, part, parent: undefined, schemas, done });
    for (const operation of Object.values(item)) {
      operation.parameters = (operation.parameters as Json[] | undefined)?.map((one) =>
        translateParameter(one, at('query')),
      );
      for (const schema of schemasOf(operation.requestBody)) translateSchema(schema, at('body'));
      for (const response of Object.values(operation.responses as Json))
        for (const schema of schemasOf(response)) translateAnswer(schema, at('answer'));
    }
  }
}

function schemasOf(holder: unknown): Json[] {
  const content = isRecord(holder) && isRecord(holder.content) ? Object.values(holder.content) : [];
  return content.flatMap((kind) => (isRecord(kind) && isRecord(kind.schema) ? [kind.schema] : []));
}

function translateParameter(parameter: Json, place: Place): Json {
  if (parameter.in !== 'query') return parameter;
  const name = String(parameter.name);
  translateValue(parameter.schema as Json, name, place);
  return { ...parameter, name: place.translation.nameOf('query', name) ?? name };
}

/** Translates a response, except the envelope of a page, whose names do not change. */
function translateAnswer(schema: Json, place: Place): void {
  const own = follow(schema, place);
  const { Items: items, NextPageUrl: next } = isRecord(own.properties) ? own.properties : {};
  const isPage = isRecord(items) && next !== undefined;
  translateSchema(((isPage ? items.items : own.items) as Json | undefined) ?? schema, place);
}

function translateSchema(schema: Json, place: Place): void {
  const own = follow(schema, place);
  if (place.done.has(own)) return;
  place.done.add(own);
  for (const part of (own.allOf ?? own.anyOf ?? []) as Json[]) translateSchema(part, place);
  if (isRecord(own.items)) translateSchema(own.items, place);
  if (!isRecord(own.properties)) return;
  const { translation, part, parent } = place;
  const names = Object.entries(own.properties as Record<string, Json>).flatMap(([name, property]) => {
    translateValue(property, name, place);
    const theirs = translation.nameOf(part, name, parent);
    return theirs === null ? [] : [[theirs, property] as const];
  });
  own.properties = Object.fromEntries(names);
  if (Array.isArray(own.required))
    own.required = own.required.map((name: string) => translation.nameOf(part, name, parent) ?? name);
}

/** Translates a property: its enumeration values and nested names. */
function translateValue(schema: Json, name: string, place: Place): void {
  const items = follow(schema, place).items;
  for (const one of isRecord(items) ? [schema, items] : [schema])
    if (Array.isArray(one.enum))
      one.enum = one.enum.map((word: string) => place.translation.wordOf(word, name, place.parent));
  translateSchema(schema, { ...place, parent: name });
}

function follow(schema: Json, { schemas }: Place): Json {
  if (typeof schema.$ref !== 'string') return schema;
  const id = decodeURIComponent(schema.$ref.slice('#/components/schemas/'.length));
  return schemas[id.replaceAll('~1', '/').replaceAll('~0', '~')] ?? schema;
}
