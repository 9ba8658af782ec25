/** Web framework of this test service. Routes, dependencies, errors and API reference imitate FastAPI. */

import type { User } from '../world.ts';
import type { Memory } from './memory.ts';
import { componentsOf, type Setting, schemaOf, type Trouble } from './schema.ts';

/** Thrown to end a request with an error response. `detail` is a text, or the list of validation errors. */
export class HttpError extends Error {
  readonly status: number;
  readonly detail: unknown;
  readonly body: object | undefined;
  constructor(status: number, detail: unknown, body?: object) {
    super(String(detail));
    this.status = status;
    this.detail = detail;
    this.body = body;
  }
}

export interface Upload {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

export interface Call {
  readonly memory: Memory;
  readonly setting: Setting;
  readonly user: User;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, any>>;
  /** Fields of the body, validated by the model. */
  readonly body: Record<string, any>;
  /** Names of the fields in the request. */
  readonly given: ReadonlySet<string>;
  readonly upload?: Upload | undefined;
  readonly authorization?: string | undefined;
  readonly base: string;
}

export interface Reply {
  readonly status?: number;
  readonly body?: unknown;
  readonly file?: { readonly name: string; readonly type: string; readonly bytes: Uint8Array };
}

export interface Route {
  /** Method and path, such as `GET /tasks`. */
  readonly at: string;
  readonly summary: string;
  /** Query parameters, in the notation of `models.ts`. */
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Encoding of a form body: `multipart` for files, `urlencoded` for OAuth. */
  readonly form?: 'multipart' | 'urlencoded';
  /** Model of the response: `Model`, `[Model]`, or `Page[Model]`. */
  readonly answer?: string;
  readonly status?: number;
  readonly isOpen?: true;
  /** Whether the route is missing from the API reference. */
  readonly isHidden?: true;
  run(call: Call): unknown;
}

export const notFound = (what: string): never => {
  throw new HttpError(404, `${what} not found`);
};
export const invalid = (troubles: readonly Trouble[]): never => {
  throw new HttpError(422, troubles);
};
/** Throws 422 because a referenced record does not exist. */
export const unknownRef = (field: string, value: unknown): never => {
  throw new HttpError(422, [{ type: 'value_error', loc: ['body', field], msg: `${value} does not exist` }]);
};

/** Returns a page of rows. */
export const page = <Row>(
  rows: readonly Row[],
  { offset = 0, limit = 50 }: Record<string, any>,
  show: (row: Row) => object,
) => {
  if (limit > 200 || limit < 1)
    invalid([
      { type: 'less_than_equal', loc: ['query', 'limit'], msg: 'Input should be less than or equal to 200' },
    ]);
  return { items: rows.slice(offset, offset + limit).map(show), total: rows.length, limit, offset };
};

const paging = { offset: 'int=0', limit: 'int=50' };
export const paged = (query: Record<string, string> = {}) => ({ ...query, ...paging });

export function openApi(routes: readonly Route[], setting: Setting): object {
  const paths: Record<string, Record<string, object>> = {};
  const pages: Record<string, object> = {};
  for (const route of routes) {
    if (route.isHidden) continue;
    const [method = '', path = ''] = route.at.split(' ');
    const json = (schema: object) => ({ content: { 'application/json': { schema } } });
    const answer = answerSchema(route.answer, setting, pages);
    const parameters = [
      ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
        name,
        in: 'path',
        required: true,
        schema: schemaOf('id', setting),
      })),
      ...Object.entries(route.query ?? {}).map(([name, text]) => {
        const [, kind = '', nullable] = /^([^?=]+)(\?)?/.exec(text) ?? [];
        const own = schemaOf(kind, setting);
        const schema = nullable ? { anyOf: [own, { type: 'null' }] } : own;
        return { name, in: 'query', required: !/[?=]/.test(text), schema };
      }),
    ];
    const media = { multipart: 'multipart/form-data', urlencoded: 'application/x-www-form-urlencoded' };
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: {
        tags: [path.split('/')[3] ?? 'api'],
        summary: route.summary,
        operationId: `${route.summary.toLowerCase().replaceAll(' ', '_')}_${path.replace(/\W+/g, '_')}_${method.toLowerCase()}`,
        ...(parameters.length > 0 ? { parameters } : {}),
        ...(route.body === undefined
          ? {}
          : {
              requestBody: {
                required: true,
                content: {
                  [route.form ? media[route.form] : 'application/json']: {
                    schema: { $ref: `#/components/schemas/${route.body}` },
                  },
                },
              },
            }),
        responses: {
          [route.status ?? 200]: { description: 'Successful Response', ...(answer ? json(answer) : {}) },
          422: {
            description: 'Validation Error',
            ...json({ $ref: '#/components/schemas/HTTPValidationError' }),
          },
        },
        ...(route.isOpen ? {} : { security: [{ OAuth2PasswordBearer: [] }] }),
      },
    };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Case management', version: '4.2.0' },
    paths,
    components: {
      schemas: { ...componentsOf(setting), ...uploads(setting), ...pages },
      securitySchemes: {
        OAuth2PasswordBearer: {
          type: 'oauth2',
          flows: { password: { scopes: {}, tokenUrl: '/api/v2/auth/token' } },
        },
      },
    },
  };
}

const uploads = (setting: Setting) => ({
  Body_create_document: {
    type: 'object',
    properties: {
      file: { type: 'string', contentMediaType: 'application/octet-stream', title: 'File' },
      name: { type: 'string', title: 'Name' },
      ...Object.fromEntries(
        ['case_id', 'folder_id', 'type_id'].map((name) => [
          name,
          { anyOf: [schemaOf('id', setting), { type: 'null' }], title: name },
        ]),
      ),
      date: { anyOf: [{ type: 'string', format: 'date' }, { type: 'null' }], title: 'Date' },
    },
    required: ['name'],
  },
});

function answerSchema(answer: string | undefined, setting: Setting, pages: Record<string, object>) {
  if (answer === undefined) return undefined;
  const row = /^Page\[(\w+)\]$/.exec(answer)?.[1];
  if (row === undefined) return schemaOf(answer, setting);
  const name = `Page_${row}_`;
  const number = { type: 'integer' };
  pages[name] = {
    type: 'object',
    title: `Page[${row}]`,
    properties: {
      items: { type: 'array', items: { $ref: `#/components/schemas/${row}` } },
      total: number,
      limit: number,
      offset: number,
    },
    required: ['items', 'total', 'limit', 'offset'],
  };
  return { $ref: `#/components/schemas/${name}` };
}

/** Page of the interactive API reference. The API description contains its address. */
export const referencePage = `<!DOCTYPE html>
<html><head><title>Case management - Swagger UI</title></head><body><div id="swagger-ui"></div>
<script src="/static/swagger-ui-bundle.js"></script>
<script>
const ui = SwaggerUIBundle({
    url: '/openapi.json',
    "dom_id": "#swagger-ui",
    "layout": "BaseLayout",
    "deepLinking": true,
})
</script></body></html>`;
