import { createCaller } from '../../../sandbox/client.ts';
import { plainApi } from '../../api.ts';
import type { Api } from '../../question.ts';

/** Kinds of records in a snapshot. */
export const snapshotKinds = [
  'cases',
  'links',
  'tasks',
  'events',
  'documents',
  'parties',
  'users',
  'roles',
  'lists',
  'calendar',
] as const;
export type SnapshotKind = (typeof snapshotKinds)[number];

/** All records of the service that one user sees, as the service's own API returns them. */
export type Records = Readonly<Record<SnapshotKind, readonly any[]>>;

const namedLists = [
  'rolesInCase',
  'taskTypes',
  'taskStatuses',
  'taskPriorities',
  'eventTypes',
  'objectTypes',
  'legalForms',
] as const;

/** Reads full records in small groups, because hundreds of concurrent requests would be slower. */
async function wholeRecords(items: readonly any[], read: (id: string) => Promise<any>): Promise<any[]> {
  const whole: any[] = [];
  for (let start = 0; start < items.length; start += 8)
    whole.push(...(await Promise.all(items.slice(start, start + 8).map(({ Id }) => read(Id)))));
  return whole;
}

/** Returns an empty list if the user may not read the section. */
async function ifAllowed(reading: Promise<any[]>): Promise<any[]> {
  return reading.catch((error: Error) => {
    if (/: 403 /.test(error.message)) return [];
    throw error;
  });
}

async function readDocuments(api: Api, cases: readonly any[]): Promise<any[]> {
  const files = await api.all('POST /api/v3/documents', { CreationDateFrom: '1900-01-01T00:00:00Z' });
  const places = [undefined, ...cases.map(({ DocumentFolderId }) => DocumentFolderId)];
  const folders: any[] = [];
  while (places.length > 0) {
    const FolderId = places.pop();
    const inside = await api.all('POST /api/v3/documents', { EntityKind: 'Folder', FolderId });
    const fresh = inside.filter(({ Id }) => !folders.some((one) => one.Id === Id));
    folders.push(...fresh);
    places.push(...fresh.map(({ Id }) => Id));
  }
  return [...files, ...folders];
}

async function readLists(api: Api): Promise<any[]> {
  const named = await Promise.all(
    namedLists.map(async (list) => (await api.all(`GET /api/v2/${list}`)).map((one) => ({ ...one, list }))),
  );
  const dictionaries = await api.all('GET /api/v2/dictionaries');
  const values = await Promise.all(
    dictionaries.map(async ({ Id, SysName }) =>
      (await api.all(`GET /api/v2/dictionaries/${Id}/values`)).map((one) => ({ ...one, list: SysName })),
    ),
  );
  return [...named, ...values].flat();
}

/** Reads all records that a user sees. A section that the user may not read is empty. */
export async function readRecords(api: Api): Promise<Records> {
  const found = await api.all('POST /api/v3/objects/GetObjects', {});
  const cases = await wholeRecords(found, (id) => api.get(`/api/v2/objects/${id}`));
  const users = await ifAllowed(
    api.all('GET /api/v2/users').then((some) => wholeRecords(some, (id) => api.get(`/api/v2/users/${id}`))),
  );
  const roleIds = [...new Set(users.flatMap(({ Roles = [] }) => Roles.map(({ Id }: any) => Id)))];
  return {
    cases,
    links: await wholeRecords(found, async (Id) => ({
      Id,
      Items: (await api.get(`/api/v2/objects/${Id}/relatedObjects`)).Items.map((one: any) => one.Id),
    })),
    tasks: await ifAllowed(
      api.all('GET /api/v2/tasks').then((some) => wholeRecords(some, (id) => api.get(`/api/v3/tasks/${id}`))),
    ),
    events: await ifAllowed(
      api
        .all('GET /api/v2/events')
        .then((some) => wholeRecords(some, (id) => api.get(`/api/v3/events/${id}`))),
    ),
    documents: await readDocuments(api, cases),
    parties: await ifAllowed(api.all('GET /api/v2/participants')),
    users,
    roles: await ifAllowed(
      Promise.all(
        roleIds.map(async (Id) => ({
          ...(await api.get(`/api/RolePermissions/GetRolePermissions?RoleId=${Id}`)),
          Id,
        })),
      ),
    ),
    lists: await readLists(api),
    calendar: [{ Id: 'days', ...(await api.get('/api/v3/generalsettings/NonWorkingDays')) }],
  };
}

/** Client of one user for the service's own API, which can also download files. */
export interface PlainUser {
  readonly api: Api;
  /** Returns the bytes of a document's file. */
  file(documentId: string): Promise<Uint8Array>;
  /**
   * Sends a request as multipart form data.
   * @throws Error if the service refuses it
   */
  send(request: string, body: object): Promise<any>;
}

export function plainUser(origin: string, login: string): PlainUser {
  const call = createCaller(() => origin);
  const sent = async (request: string, body?: object) => {
    const reply = await call<any>(login, request, body);
    if (reply.status >= 300) throw new Error(`${request}: ${reply.status} ${reply.text}`);
    return reply;
  };
  return {
    api: plainApi(origin, login),
    file: async (id) => (await sent(`GET /api/v3/documents/Download?docID=${id}`)).bytes,
    send: async (request, body) => (await sent(request, body)).body,
  };
}
