import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { caseId } from '../../src/sandbox/seed/cases.ts';
import { numbered, sampleIds } from '../support/sample-ids.ts';
import { useSandbox } from '../support/sandbox.ts';
import { form } from './client.ts';

type Fields = { [name: string]: any };
type Page = { Items: Fields[]; NextPageUrl: string | null };

const sandbox = useSandbox({ isStill: true });
const { call } = sandbox;
const { smith } = sampleIds;
const inquiry = caseId('inquiry');
const contractType = numbered('objectType', 7);

describe('a card that refers to a record which its reader may not see', () => {
  const write = async () => {
    const body = { ObjectTypeId: contractType, Name: 'Side letter', Fields: { MainCase: inquiry } };
    return (await call<Fields>('anna', 'POST /api/v2/objects', body)).body.Id as string;
  };

  it('shows the id alone and no null [OBJ-6]', async () => {
    const id = await write();
    const read = async (login: string) =>
      (await call<Fields>(login, `GET /api/v2/objects/${id}`)).body.Fields;
    expect((await read('kate')).MainCase).toEqual({ Id: inquiry });
    expect((await read('anna')).MainCase).toMatchObject({ Id: inquiry, Url: expect.any(String) });
    expect((await read('kate')).ContractNumber).toBeNull();
  });

  it('keeps the reference when that reader sends the card back [OBJ-10]', async () => {
    const id = await write();
    const { body } = await call<Fields>('kate', `GET /api/v2/objects/${id}`);
    const sent = await call('kate', `PUT /api/v2/objects/${id}`, { Fields: body.Fields });
    expect(sent.status).toBe(201);
    const { body: after } = await call<Fields>('anna', `GET /api/v2/objects/${id}`);
    expect(after.Fields.MainCase.Id).toBe(inquiry);
  });
});

describe('a filter with IsEmpty null', () => {
  it('returns all objects, including those whose type has no such field [LST-4]', async () => {
    const ask = async (Filters: object[]) =>
      (await call<Page>('admin', 'POST /api/v3/objects/GetCases', { Filters, PageSize: 100 })).body.Items;
    const all = (await ask([])).length;
    expect((await ask([{ FieldTag: 'Judge', IsEmpty: null }])).length).toBe(all);
    expect((await ask([{ FieldTag: 'Judge' }])).length).toBe(all);
    const empty = (await ask([{ FieldTag: 'Judge', IsEmpty: true }])).length;
    expect(empty).toBeLessThan(all);
  });
});

describe('additional attributes', () => {
  const base = ['Id', 'CreationDate', 'LastChangeDate', 'Url'];
  const status = async (request: string, body: object) => (await call('anna', request, body)).status;

  it.each([...base, 'Case', 'Type', 'Calendar', 'Attendees'])(
    'of an event are never %s [CON-5]',
    async (name) => {
      const event = { Name: 'x', StartDate: '2026-03-04T10:00:00Z', EndDate: '2026-03-04T11:00:00Z' };
      expect(await status('POST /api/v3/events', { ...event, Attributes: { [name]: 'x' } })).toBe(400);
      expect(await status('POST /api/v3/events', { ...event, Attributes: { Room: 'x' } })).toBe(201);
    },
  );

  it.each([...base, 'Case', 'Type', 'Status', 'Priority', 'Parent', 'Author', 'History'])(
    'of a task are never %s [CON-6]',
    async (name) => {
      const task = { Name: 'Conflict check', Attributes: { [name]: 'x' } };
      expect(await status('POST /api/v3/tasks', task)).toBe(400);
    },
  );

  it.each([...base, 'Type', 'Cases'])('of a participant are never %s [CON-7]', async (name) => {
    const person = { Type: 'Individual', Name: 'Stone Ada', Attributes: { [name]: 'x' } };
    expect(await status('POST /api/v3/participants', person)).toBe(400);
  });

  it('of a document exclude those that the service sets itself [CON-8]', async () => {
    const parts = {
      Name: 'x',
      'Attributes[CreationDate]': 'x',
      'Attributes[Signatures]': 'x',
      'Attributes[Room]': '4',
    };
    const { body } = await call<Fields>('anna', 'PUT /api/v3/documents', form(parts));
    expect(body.Attributes).toEqual({ Room: '4' });
  });
});

describe('the version of an object', () => {
  it.each(['9223372036854775807', '638000000000000001'])(
    '%s is out of date like any other [EDT-6]',
    async (Version) => {
      const { body: token } = await call<Fields>('', 'POST /api/v2/auth/token', {
        ...{ grant_type: 'password', username: 'anna', password: 'sandbox-anna' },
      });
      const { status } = await fetch(`${sandbox.url}/api/v2/objects/${smith}`, {
        method: 'PATCH',
        headers: { authorization: `Bearer ${token.access_token}`, 'content-type': 'application/json' },
        body: `{"Version":${Version},"IsVersionEnabled":true,"Description":"x"}`,
      });
      expect(status).toBe(409);
    },
  );

  it('is a whole number of 64 bits [EDT-6]', async () => {
    for (const Version of [1.5, 1e30, '1'])
      expect((await call('anna', `PATCH /api/v2/objects/${smith}`, { Version })).status).toBe(400);
  });
});

describe('a block that was started without its required field', () => {
  it('needs it even if only existing values are sent again [EDT-4]', async () => {
    const { body: types } = await call<Page>('anna', 'GET /api/v2/caseTypes');
    const type = types.Items.find(({ SysName }) => SysName === 'CommercialLitigation')?.Id;
    const made = await call<Fields>('anna', 'POST /api/v2/objects', {
      ObjectTypeId: type,
      Name: 'Sent again',
    });
    const path = `PATCH /api/v2/objects/${made.body.Id}`;
    await call('anna', path, { Fields: { Judge: 'J. Doe' } });
    expect((await call('anna', path, { Fields: { Judge: 'J. Doe' } })).status).toBe(400);
    expect((await call('anna', path, { Fields: { Judge: 'J. Doe', CaseNumber: '1' } })).status).toBe(201);
    expect((await call('anna', path, { Fields: { Judge: 'J. Doe' } })).status).toBe(201);
  });
});

describe('a range that ends on a day', () => {
  const day = '2026-05-05';
  const at = `${day}T15:00:00Z`;

  it('has the tasks and events of that day [TKO-6, EVO-4]', async () => {
    await call('anna', 'POST /api/v2/tasks', { Name: 'Conflict check', ExecutionDate: at });
    await call('anna', 'POST /api/v2/events', { Name: 'Late', StartDate: at, EndDate: at });
    const found = async (query: string) =>
      (await call<Page>('anna', `GET /api/v2/${query}`)).body.Items.length;
    expect(await found(`tasks?ExecutionDateFrom=${day}&ExecutionDateTo=${day}`)).toBe(1);
    expect(await found(`events?StartDateFrom=${day}&StartDateTo=${day}`)).toBe(1);
  });

  it('has the documents made on that day [DCO-21]', async () => {
    sandbox.time = Date.parse(at);
    await call('anna', 'PUT /api/v3/documents', form({ Name: 'Of that day' }));
    const range = { CreationDateFrom: day, CreationDateTo: day };
    const { body } = await call<Page>('anna', 'POST /api/v3/documents', range);
    expect(body.Items.map(({ Name }) => Name)).toEqual(['Of that day']);
  });
});

describe('a record of a case that the reader may not see', () => {
  const bundle = zipSync({ 'a.txt': new TextEncoder().encode('secret') });
  const file = async () => {
    const parts = form({ CaseId: inquiry }, { name: 'a.zip', content: bundle });
    return (await call<Fields>('anna', 'PUT /api/v3/documents', parts)).body;
  };

  it('is no document of a task [SVC-2, TSK-1]', async () => {
    const { docID } = await file();
    const task = { Name: 'Conflict check', Documents: [docID] };
    const { body } = await call<Fields>('anna', 'POST /api/v2/tasks', task);
    expect(body.Documents).toEqual([{ Id: docID, Name: 'a' }]);
    const seen = await call<Fields>('kate', `GET /api/v2/tasks/${body.Id}`);
    expect(seen.status).toBe(200);
    expect(seen.body).not.toHaveProperty('Documents');
  });

  it('stays unseen when it is taken out of an archive [FIL-7]', async () => {
    const { FileId } = await file();
    const { body } = await call<Fields[]>('anna', `POST /api/v1/files/${FileId}/extract`);
    const path = new URL(body[0]?.Url).pathname;
    expect((await call('anna', `GET ${path}`)).text).toBe('secret');
    expect((await call('kate', `GET ${path}`)).status).toBe(404);
  });
});

describe('requests with framework conventions', () => {
  it('have the headers of every response if the response is empty [VER-6]', async () => {
    for (const [method, path, status] of [
      ['GET', '/api/v2/nothing', 404],
      ['PATCH', '/api/v2/users', 405],
    ] as const) {
      const answer = await fetch(sandbox.url + path, { method });
      expect(answer.status).toBe(status);
      expect(answer.headers.get('api-supported-versions')).toBe('1.0, 2.0, 3.0, 4.0');
      expect(answer.headers.get('cache-control')).toBe('no-store,no-cache');
    }
  });

  it('may write the letters of a path in any case', async () => {
    for (const path of [
      '/API/v2/rolesincase',
      '/api/v3/GeneralSettings/nonworkingdays',
      `/api/V2/Cases/${smith}`,
    ])
      expect((await call('anna', `GET ${path}`)).status).toBe(200);
  });

  it('may leave a parameter empty, which is not giving it', async () => {
    for (const query of ['users?IsClient=', 'tasks?CaseId=&ResponsibleIds=', 'cases?Status=']) {
      const [list] = query.split('?');
      const all = await call<Page>('admin', `GET /api/v2/${list}`);
      expect((await call<Page>('admin', `GET /api/v2/${query}`)).body.Items.length).toBe(
        all.body.Items.length,
      );
    }
  });

  it('are refused if the path is not valid text', async () => {
    expect((await call('anna', 'GET /api/v2/objects/%E0%A4%A')).status).toBe(400);
  });

  it('reach nothing that is not stated [PRM-1, USO-9]', async () => {
    const id = sampleIds.anna;
    for (const [request, status] of [
      ['POST /api/RolePermissions', 404],
      [`DELETE /api/UserManagment/RolePermissions/DeleteRolePermission/${id}`, 404],
      [`POST /api/v2/users/${id}/openDialog`, 404],
    ] as const)
      expect((await call('admin', request, request.startsWith('POST') ? {} : undefined)).status).toBe(status);
  });
});

describe('the address of the next page', () => {
  it('returns the next page if the same conditions are posted to it [CON-13]', async () => {
    const asked = { Status: 'InWork', PageSize: 5 };
    const first = (await call<Page>('admin', 'POST /api/v3/objects/GetCases', asked)).body;
    const { pathname, search } = new URL(first.NextPageUrl ?? '');
    const next = await call<Page>('admin', `POST ${pathname}${search}`, { Status: 'InWork' });
    const second = await call<Page>('admin', 'POST /api/v3/objects/GetCases', { ...asked, Page: 2 });
    expect(next.body.Items).toEqual(second.body.Items);
  });
});

describe('the stage of an object', () => {
  it('is a value of its dictionary', async () => {
    const set = async (Stage: string | null) =>
      (await call<Fields>('anna', `PATCH /api/v2/objects/${smith}`, { Stage })).status;
    expect([await set('Trial'), await set('No stage of ours'), await set(null)]).toEqual([201, 400, 201]);
  });
});
