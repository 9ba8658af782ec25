import { describe, expect, it } from 'vitest';
import { applyRoles } from '../../src/sandbox/domain/permissions.ts';
import { createApp } from '../../src/sandbox/http/app.ts';
import { caseId } from '../../src/sandbox/seed/cases.ts';
import { blockId, fieldId } from '../../src/sandbox/seed/classes-and-types.ts';
import { documentId } from '../../src/sandbox/seed/documents.ts';
import { folderId } from '../../src/sandbox/seed/folders.ts';
import { seedWorld } from '../../src/sandbox/seed/index.ts';
import { userId } from '../../src/sandbox/seed/users.ts';
import { defaultSettings } from '../../src/sandbox/state/settings.ts';
import { createWorld } from '../../src/sandbox/state/state.ts';

/** Creates a service whose records the test can change directly, for states that no operation causes. */
function open() {
  const world = createWorld({ now: () => new Date(), seed: 'inside' });
  seedWorld(world);
  const app = createApp(() => world);
  const send = (request: string, headers: Record<string, string>, body?: object) => {
    const [method = '', path = ''] = request.split(' ');
    return app.request(path, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  };
  const signIn = async (login: string) => {
    const body = { grant_type: 'password', username: login, password: `sandbox-${login}` };
    const token: any = await (await send('POST /api/v2/auth/token', {}, body)).json();
    return async (request: string, more?: object) => {
      const response = await send(request, { authorization: `Bearer ${token.access_token}` }, more);
      const text = await response.text();
      const isJson = response.headers.get('content-type')?.includes('json') ?? false;
      return { status: response.status, text, body: isJson ? JSON.parse(text) : undefined };
    };
  };
  const user = (login: string) => {
    const found = world.users.get(userId(login));
    if (!found) throw new Error(`no user ${login}`);
    return found;
  };
  return { world, signIn, user };
}

describe('a user who is blocked while signed in', () => {
  it('can make no request from then on, and gets no other token [SVC-5, ERR-12]', async () => {
    const { signIn, user } = open();
    const anna = await signIn('anna');
    expect((await anna('GET /api/v2/cases')).status).toBe(200);
    user('anna').isLocked = true;
    for (const request of [
      'GET /api/v2/cases',
      'GET /api/v2/legalForms',
      `DELETE /api/v2/events/${caseId('smith')}`,
      'POST /api/v2/auth/short-lived-token',
    ])
      expect((await anna(request)).status, request).toBe(403);
    user('anna').isLocked = false;
    expect((await anna('GET /api/v2/cases')).status).toBe(200);
  });
});

describe('a user with several roles', () => {
  it('has the strongest level that one of them gives [PRM-6]', async () => {
    const { world, signIn, user } = open();
    const lawyer = user('anna').roleIds;
    user('oleg').roleIds = [...user('oleg').roleIds, ...lawyer];
    applyRoles(world);
    const oleg = await signIn('oleg');
    expect((await oleg('GET /api/v3/logs/Get')).status).toBe(200);
    expect((await (await signIn('nowork'))('GET /api/v3/logs/Get')).status).toBe(403);
  });
});

describe('lists of a hundred and more', () => {
  it('of folders and projects come in pages of a hundred, in alphabetical order [FOL-3, PRO-3, LIM-1]', async () => {
    const { world, signIn } = open();
    const sample = world.folders.get(folderId('insurance'));
    const project = world.projects.all()[0];
    if (!sample || !project) throw new Error('no samples');
    for (let number = 120; number > 0; number -= 1) {
      world.folders.insert({ ...sample, id: world.newId(), name: `Folder ${number}` });
      world.projects.insert({ ...project, id: world.newId(), name: `Project ${number}` });
    }
    const anna = await signIn('anna');
    for (const path of ['folders', 'projects']) {
      const { body: first } = await anna(`GET /api/v2/${path}?PageSize=500`);
      const { body: second } = await anna(`GET /api/v2/${path}?Page=2`);
      expect(first.Items).toHaveLength(100);
      expect(second.Items.length).toBeGreaterThan(19);
      expect(second.NextPageUrl).toBeNull();
      const names = [...first.Items, ...second.Items].map((item: any) => item.Name);
      expect(names.filter((name) => /^(Folder|Project) /.test(name))).toEqual(
        Array.from(
          { length: 120 },
          (_, index) => `${path === 'folders' ? 'Folder' : 'Project'} ${index + 1}`,
        ),
      );
    }
  });
});

describe('the visible data of a user', () => {
  it('is one dialog at a time: the newer takes the place of the older, of that user alone [USO-10]', async () => {
    const { world, signIn } = open();
    const anna = await signIn('anna');
    const show = (login: string, Title: string) =>
      anna(`POST /api/v1/users/${userId(login)}/openDialog`, { Title, Text: 'Text' });
    await show('ivan', 'First');
    await show('john', 'Other');
    await show('ivan', 'Second');
    await anna(`POST /api/v2/users/${userId('ivan')}/notify`, { Text: 'Beside it' });
    const titles = world.notices.all().map(({ kind, title }) => [kind, title]);
    expect(titles).toEqual([
      ['Dialog', 'Other'],
      ['Dialog', 'Second'],
      ['Notification', undefined],
    ]);
  });
});

describe('a document made from a template', () => {
  const make = async (
    login: string,
    text: string,
    key: string,
    prepare?: (found: ReturnType<typeof open>) => void,
  ) => {
    const found = open();
    const { world, signIn } = found;
    const template = world.documents.get(documentId('templateReply'));
    const file = world.files.get(template?.fileId);
    if (!file) throw new Error('no template');
    world.files.insert({ ...file, bytes: new TextEncoder().encode(text) });
    prepare?.(found);
    const client = await signIn(login);
    const body = { TemplateId: template?.id, CaseId: caseId(key) };
    const made = await client('POST /api/v3/documents/CreateFromTemplate', body);
    expect(made.status).toBe(201);
    return (await client(`GET /api/v3/documents/Download?docID=${made.body.docID}`)).text;
  };

  it('has nothing in place of fields in blocks that the user does not see [DCO-8]', async () => {
    const text = `[{Strategy}|{Grounds}|{ClaimAmount}|{${fieldId('InternalCode')}}]`;
    expect(await make('anna', text, 'vector')).toBe(
      '[Настаивать на неустойке в полном размере.|Поставленный товар не оплачен в срок.|4300000.5|ВК-2]',
    );
    expect(await make('kate', text, 'vector')).toBe(
      '[|Поставленный товар не оплачен в срок.|4300000.5|ВК-2]',
    );
  });

  it('names no record that the user does not see', async () => {
    const text = '[{ContractNumber}|{MainCase}]';
    const hide = ({ world }: ReturnType<typeof open>) => {
      const vector = world.objects.get(caseId('vector'));
      if (vector) vector.access[userId('oleg')] = 'None';
    };
    expect(await make('anna', text, 'supply', hide)).toBe('[17|ООО «Вектор» к АО «Северный мост»]');
    expect(await make('oleg', text, 'supply', hide)).toBe('[17|]');
  });
});

describe('a block that the user may only view', () => {
  it('keeps its values in every kind of change of an object [EDT-2, ERR-5]', async () => {
    const { world, signIn } = open();
    const smith = world.objects.get(caseId('smith'));
    if (!smith) throw new Error('no case');
    smith.blockAccess[userId('oleg')] = { [blockId('Summary')]: 'View', [blockId('Confidential')]: 'None' };
    const oleg = await signIn('oleg');
    const { fields } = structuredClone(smith);
    for (const method of ['PATCH', 'PUT']) {
      const sent = { Fields: { ClaimAmount: 1, SettlementLimit: 1, Grounds: method } };
      const { status, body } = await oleg(`${method} /api/v2/cases/${smith.id}`, sent);
      expect([status, body.Fields.ClaimAmount, body.Fields.Grounds]).toEqual([201, 1_250_000, method]);
      const kept = world.objects.get(smith.id)?.fields ?? {};
      for (const key of ['ClaimAmount', 'SettlementLimit', 'Strategy', 'Judge'])
        expect(kept[fieldId(key)], `${method} ${key}`).toEqual(fields[fieldId(key)]);
    }
  });
});

describe('the limits', () => {
  it('have the stated defaults [LIM-7]', () => {
    const hour = 3600_000;
    expect(defaultSettings).toMatchObject({
      tokenLifetime: 3600,
      shortLivedTokenLifetime: 600,
      pageSize: 100,
      maxArchiveFileSize: 104_857_600,
      maxExtractingFileSize: 104_857_600,
      maxExtractingFileCount: 100,
      extractedFileLifetime: 2 * hour,
      scriptsWorkersCount: 10,
      healthTracking: false,
      healthRange: hour,
      healthStep: 60_000,
      healthMaxExecutionTime: 60_000,
      healthCountForDegraded: 100,
    });
  });
});
