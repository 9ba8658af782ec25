import { readReferenceDocument } from '../../../src/api/reference/read-document.ts';
import { learnNames } from '../../../src/deployment/matching/learn.ts';
import { createSandbox } from '../../../src/sandbox/index.ts';
import { fieldWords } from '../../../tools/field-words.ts';
import { catalogue } from '../../../tools/index.ts';
import { discover, type Json, nodesOf } from './openapi.ts';

export const operations = catalogue.flatMap((area) => area.operations);
let published: Map<number, Json>;

/** Reads the API reference (OpenAPI documents) of the embedded service. Called before the tests of a file. */
export async function readPublished(): Promise<void> {
  const sandbox = await createSandbox();
  published = await discover(sandbox.url);
  await sandbox.close();
}

/** Change to one operation of a document. */
export type Change = (operation: Json, document: Json) => void;

/**
 * Changes some operations, or each document, of the embedded service's API reference (OpenAPI).
 * @returns the field names that casebridge learns from the changed reference
 */
export function learnt(
  changes: Readonly<Record<string, Change>> = {},
  inEach: (document: Json) => void = () => {},
) {
  const documents = [...published.values()].map((document) => structuredClone(document));
  for (const [request, change] of Object.entries(changes)) {
    const [method = '', path = ''] = request.split(' ');
    for (const document of documents) {
      const operation = document.paths[path]?.[method.toLowerCase()];
      if (operation) change(operation, document);
    }
  }
  for (const document of documents) inEach(document);
  const reference = { operations: documents.flatMap(readReferenceDocument), documents: {} };
  const result = learnNames(reference, operations, fieldWords);
  if (result === undefined) throw new Error('nothing was learned');
  return result;
}

/** Renames query parameters of an operation. Removes a parameter whose new name is undefined. */
export const query =
  (names: Readonly<Record<string, string | undefined>>): Change =>
  (operation) => {
    operation.parameters = operation.parameters.flatMap((one: Json) => {
      if (!(one.name in names)) return [one];
      return names[one.name] === undefined ? [] : [{ ...one, name: names[one.name] }];
    });
  };

export const bodySchema = (operation: Json, document: Json): Json => {
  const { schema } = Object.values(operation.requestBody.content as Json)[0];
  const pointer = schema.$ref as string | undefined;
  return pointer === undefined
    ? schema
    : document.components.schemas[decodeURIComponent(pointer.split('/').at(-1) ?? '')];
};
/** Renames fields in the request body of an operation. */
export const body =
  (names: Readonly<Record<string, string>>): Change =>
  (operation, document) => {
    const schema = bodySchema(operation, document);
    schema.properties = Object.fromEntries(
      Object.entries(schema.properties as Json).map(([name, value]) => [names[name] ?? name, value]),
    );
    schema.required = schema.required?.map((name: string) => names[name] ?? name);
  };

/** Renames fields in every object schema that has all of these fields. */
export const everywhere =
  (names: Readonly<Record<string, string>>) =>
  (document: Json): void => {
    for (const { properties } of nodesOf(document.components)) {
      if (!Object.keys(names).every((name) => properties?.[name])) continue;
      for (const [name, real] of Object.entries(names)) {
        properties[real] = properties[name];
        delete properties[name];
      }
    }
  };
