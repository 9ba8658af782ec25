import { readFileSync } from 'node:fs';
import { codec, type Dialect } from './dialect.ts';
import { type Field, fieldsShown, type Resource, resources } from './records.ts';

/**
 * Returns the OpenAPI document of the service. The document describes the service's own paths with their bodies, and
 * lists the other paths of a full installation without bodies.
 */
export function referenceOf(dialect: Dialect): object {
  const { key } = dialect;
  const { nameInRequest, writeWord, idName } = codec(dialect);
  const properties = (pairs: Record<string, object>) => ({
    type: 'object',
    properties: Object.fromEntries(Object.entries(pairs).map(([name, schema]) => [key(name), schema])),
  });
  const id = { type: 'string', format: 'uuid' };
  const text = { type: 'string', nullable: true };
  const words = (some: readonly string[]) => ({ type: 'string', enum: some.map(writeWord) });
  const moment = dialect.moment === 'ms' ? { type: 'integer' } : { type: 'string', format: 'date-time' };
  const reference = properties({ Id: id, Name: text });
  const requested = dialect.asks === 'objects' ? { ...properties({ Id: id }), required: [key('Id')] } : id;
  const plain = {
    text,
    moment,
    number: { type: 'number' },
    flag: { type: 'boolean' },
    open: { type: 'object' },
  };

  const schemaOf = ({ kind, inside = [], words: known = [] }: Field, isRequest: boolean): object => {
    if (kind === 'ref') return isRequest ? requested : reference;
    if (kind === 'ids') return { type: 'array', items: id };
    if (kind === 'word') return words(known);
    if (kind === 'people') {
      const entry = properties({
        Id: id,
        Type: words(['User', 'Group']),
        ...(isRequest ? {} : { Name: text }),
      });
      return { type: 'array', items: isRequest && dialect.people === 'ids' ? id : entry };
    }
    if (kind === 'guests')
      return {
        type: 'array',
        items: properties({ Type: words(['Email', 'Participant', 'User']), EntityId: id, Email: text }),
      };
    if (kind === 'group') return properties(Object.fromEntries(inside.map((one) => [one, text])));
    return plain[kind];
  };
  const propertiesOf = (fields: readonly Field[], isRequest: boolean) =>
    Object.fromEntries(
      fields.flatMap((one) =>
        one.kind === 'group' && dialect.isFlat
          ? (one.inside ?? []).map((item) => [key(item), text] as const)
          : [[isRequest ? nameInRequest(one) : key(one.name), schemaOf(one, isRequest)] as const],
      ),
    );
  const answerOf = (resource: Resource) => ({
    type: 'object',
    properties: {
      [idName]: id,
      ...propertiesOf(fieldsShown(resource), false),
    },
  });
  const requestOf = ({ fields, idInBody }: Resource) => ({
    type: 'object',
    properties: {
      ...(idInBody ? { [idName]: id } : {}),
      ...propertiesOf(fields, true),
    },
  });
  const json = (schema: object) => ({ content: { 'application/json': { schema } } });
  const paths: Record<string, Record<string, object>> = {};
  const at = (route: string, operation: object) => {
    const [method = '', path = ''] = route.split(' ');
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
  };
  const known = readFileSync(new URL('../../../repository/operations.txt', import.meta.url), 'utf8');
  for (const route of known.split('\n')) if (/^[A-Z]+ \//.test(route)) at(route.trim(), { responses: {} });
  for (const one of resources) {
    at(`GET ${one.read}`, { responses: { 200: json(answerOf(one)) } });
    at(one.write, { requestBody: json(requestOf(one)), responses: { 200: json(answerOf(one)) } });
  }
  return { openapi: '3.0.1', info: { title: 'Public API version 3.0', version: '3.0' }, paths };
}
