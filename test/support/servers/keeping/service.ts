import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { codec, type Dialect, Refused } from './dialect.ts';
import { fieldsShown, type Record_, type Resource, recordIds, resources, sampleRecords } from './records.ts';
import { referenceOf } from './reference.ts';

/**
 * Behaviour of PUT. `replaces` empties fields that the request lacks, `merges` keeps them. `ignores` reports success and
 * changes nothing. `fails half way` saves half of the fields and returns 500.
 */
export type Update = 'replaces' | 'merges' | 'ignores' | 'fails half way';
/** How the service treats unknown fields. */
export type Unknown = 'ignored' | 'refused';

export interface KeepingService {
  readonly url: string;
  /** Records by type, in internal form. */
  readonly records: Record<string, Record_>;
  /** `METHOD /path` of each request for a record. */
  readonly requests: string[];
  reset(): void;
  close(): Promise<void>;
}

export async function startKeepingService(
  dialect: Dialect,
  {
    update = 'replaces',
    unknown = 'ignored',
    counts = {},
  }: {
    readonly update?: Update;
    readonly unknown?: Unknown;
    /** Computed fields: responses contain them, requests must not. */
    readonly counts?: Readonly<Record<string, unknown>>;
  } = {},
): Promise<KeepingService> {
  const { answer, request, id: readId, idName, nameInRequest } = codec(dialect);
  let records = sampleRecords();
  let clock = 0;
  const requests: string[] = [];

  const change = ({ name, patches }: Resource, given: Record_): boolean => {
    const old = records[name] as Record_;
    clock += 1000;
    const kept = update === 'replaces' && !patches ? {} : old;
    const half = Object.fromEntries(Object.entries(given).slice(0, Math.ceil(Object.keys(given).length / 2)));
    if (update === 'fails half way') records[name] = { ...(patches ? old : {}), ...half, changed: clock };
    else if (update !== 'ignores') records[name] = { ...kept, ...given, changed: clock };
    return update !== 'fails half way';
  };

  const serve = (method: string, path: string, body: Record<string, unknown>): [number, unknown] => {
    if (path.startsWith('/api/v2/auth/'))
      return [200, { access_token: 'token', refresh_token: 'again', token_type: 'bearer', expires_in: 3600 }];
    if (path === '/swagger/v1/swagger.json')
      return dialect.isDescribed ? [200, referenceOf(dialect)] : [404, undefined];
    for (const resource of resources) {
      const [verb = '', write = ''] = resource.write.split(' ');
      const record = records[resource.name] as Record_;
      const id = recordIds[resource.name as keyof typeof recordIds];
      const isAt = (template: string) => path.toLowerCase() === template.replace('{id}', id).toLowerCase();
      const shown = () => ({
        ...answer({ ...resource, fields: fieldsShown(resource) }, id, records[resource.name] as Record_),
        ...counts,
      });
      if (record !== undefined && method === 'GET' && isAt(resource.read)) return [200, shown()];
      if (method !== verb || !isAt(write)) continue;
      const given = Object.entries(body).find(([name]) => name.toLowerCase() === idName.toLowerCase());
      if (resource.idInBody && readId(given?.[1]) !== id) return [404, undefined];
      const known = new Set([idName, ...resource.fields.map(nameInRequest)].map((one) => one.toLowerCase()));
      const extra = Object.keys(body).find((one) => !known.has(one.toLowerCase()));
      if (unknown === 'refused' && extra !== undefined)
        return [400, { message: `unknown property ${extra}` }];
      return change(resource, request(resource, body)) ? [200, shown()] : [500, { message: 'broken' }];
    }
    return [404, undefined];
  };

  const handle = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    const { pathname } = new URL(incoming.url ?? '/', 'http://service');
    if (pathname.startsWith('/api/v') && !pathname.includes('/auth/'))
      requests.push(`${incoming.method} ${pathname}`);
    let result: [number, unknown];
    try {
      result = serve(incoming.method ?? '', pathname, text.startsWith('{') ? JSON.parse(text) : {});
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      result = [400, { message: error.message }];
    }
    const [status, body] = result;
    outgoing.writeHead(status, { 'content-type': 'application/json' });
    outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  };

  const server = createServer((incoming, outgoing) => void handle(incoming, outgoing));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get records() {
      return records;
    },
    requests,
    reset: () => {
      records = sampleRecords();
      requests.length = 0;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
