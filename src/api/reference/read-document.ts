import { createSchemaReader, entriesIn, type SchemaReader } from './read-schema.ts';
import { isNode, type Node, ownMember } from './resolve.ts';
import { isFieldName, isPath, type ReferenceField, type ReferenceOperation } from './structure.ts';

const methods = ['get', 'post', 'put', 'patch', 'delete'];
/** Maximum numbers of paths in a document and of parameters in an operation. Further ones are ignored. */
const maxPaths = 5000;
const maxParameters = 200;

/** Returns whether the title says that the document is public. Returns undefined if it does not say. */
export function isPublic(document: unknown): boolean | undefined {
  const info = isNode(document) ? ownMember(document, 'info') : undefined;
  const title = isNode(info) ? ownMember(info, 'title') : undefined;
  if (typeof title !== 'string') return undefined;
  if (/internal/i.test(title)) return false;
  return /public/i.test(title) || undefined;
}

/** Returns the operations of an OpenAPI 3 or Swagger 2 document. Returns none for other documents. */
export function readReferenceDocument(document: unknown): readonly ReferenceOperation[] {
  const paths = isNode(document) ? ownMember(document, 'paths') : undefined;
  if (!isNode(document) || !isNode(paths)) return [];
  const schemas = createSchemaReader(document);
  const base = baseOf(document);
  return Object.entries(paths)
    .slice(0, maxPaths)
    .flatMap(([path, value]) => {
      const item = schemas.resolve(value);
      if (item === undefined || !isPath(base + path)) return [];
      return methods.flatMap((method) => {
        const operation = ownMember(item, method);
        if (!isNode(operation)) return [];
        const shared = entriesIn(ownMember(item, 'parameters'));
        return [readOperation(`${method.toUpperCase()} ${base}${path}`, { operation, shared, schemas })];
      });
    });
}

/** Returns the common prefix of all paths, which Swagger 2 specifies separately. */
function baseOf(document: Node): string {
  const base = ownMember(document, 'basePath');
  if (typeof base !== 'string') return '';
  return base.endsWith('/') ? base.slice(0, -1) : base;
}

interface Stated {
  readonly operation: Node;
  /** Parameters that all methods of the path share. */
  readonly shared: readonly unknown[];
  readonly schemas: SchemaReader;
}

function readOperation(request: string, { operation, shared, schemas }: Stated): ReferenceOperation {
  const [method = '', path = ''] = request.split(' ');
  const parameters = [...shared, ...entriesIn(ownMember(operation, 'parameters'))]
    .slice(0, maxParameters)
    .map((one) => schemas.resolve(one))
    .filter((one) => one !== undefined);
  const placed = (place: string) => parameters.filter((one) => ownMember(one, 'in') === place);
  const fields = (place: string) => placed(place).flatMap((one) => parameterField(one, schemas));
  const form = fields('formData');
  const content = contentOf(operation, schemas);
  const inBody = placed('body').map((one) => ownMember(one, 'schema'))[0];
  const id = ownMember(operation, 'operationId');
  return {
    method,
    path,
    id: typeof id === 'string' ? id.slice(0, 200) : undefined,
    isDeprecated: ownMember(operation, 'deprecated') === true,
    query: fields('query'),
    body: form.length > 0 ? form : schemas.fieldsOf(inBody === undefined ? content.schema : inBody),
    isForm: form.length > 0 || content.isForm,
    answer: schemas.fieldsOf(answerSchema(operation, schemas)),
  };
}

/** Returns a parameter as a field. Swagger 2 defines its type in the parameter, OpenAPI 3 in its schema. */
function parameterField(parameter: Node, schemas: SchemaReader): readonly ReferenceField[] {
  const name = ownMember(parameter, 'name');
  if (!isFieldName(name)) return [];
  const isRequired = ownMember(parameter, 'required') === true;
  const isDeprecated = ownMember(parameter, 'deprecated') === true;
  const { description: _, required: __, ...plain } = parameter;
  return [schemas.field(name, ownMember(parameter, 'schema') ?? plain, { isRequired, isDeprecated })];
}

function contentOf(operation: Node, schemas: SchemaReader): { schema: unknown; isForm: boolean } {
  const body = schemas.resolve(ownMember(operation, 'requestBody'));
  const content = body && ownMember(body, 'content');
  if (!isNode(content)) return { schema: undefined, isForm: false };
  const form = ownMember(content, 'multipart/form-data');
  if (isNode(form)) return { schema: ownMember(form, 'schema'), isForm: true };
  return { schema: jsonSchema(content), isForm: false };
}

/** Matches media types of JSON. Some generators write wildcards. */
const jsonType = /^(?:\*\/\*|(?:application|text)\/(?:json|\*|[\w.]+\+json))/;

const jsonSchema = (content: Node): unknown => {
  const type = Object.keys(content).find((one) => jsonType.test(one));
  const media = type === undefined ? undefined : ownMember(content, type);
  return isNode(media) ? ownMember(media, 'schema') : undefined;
};

function answerSchema(operation: Node, schemas: SchemaReader): unknown {
  const responses = ownMember(operation, 'responses');
  if (!isNode(responses)) return undefined;
  const status = ['200', '201', '202', '2XX', 'default'].find((one) => Object.hasOwn(responses, one));
  const response = status === undefined ? undefined : schemas.resolve(ownMember(responses, status));
  const content = response && ownMember(response, 'content');
  return isNode(content) ? jsonSchema(content) : response && ownMember(response, 'schema');
}
