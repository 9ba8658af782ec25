import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { named, noteOf } from '../../support/answers/answers.ts';
import { startService, type TestClient, type TestService } from '../../support/clients/harness.ts';
import { sampleIds, unknownId } from '../../support/sample-ids.ts';

let service: TestService;
let anna: TestClient;
/** Client of the firm who sees only her own record and one case. */
let jane: TestClient;
beforeAll(async () => {
  service = await startService();
  [anna, jane] = await Promise.all([
    service.connectAs('anna'),
    service.connectAs('client1', { kind: 'v2 legacy' }),
  ]);
});
afterAll(async () => {
  await Promise.all([anna?.close(), jane?.close()]);
  await service?.close();
});

const smith = sampleIds.smith;
const idOf = async (name: string) => named<any>((await anna.call('list_users')).Items, name).Id;

describe.each(['list_users', 'list_users_v1'])('%s', (tool) => {
  const logins = async (filter: object) =>
    (await anna.call(tool, { ...filter })).Items.map((user: any) => user.ExternalId);

  it('shows users and clients with e-mail, type and status, and no system users', async () => {
    const { Items } = await anna.call(tool);
    expect(named<any>(Items, 'Jane Smith')).toMatchObject({
      Email: 'client1@example.org',
      Type: 'Client',
      Status: 'Active',
    });
    expect(named<any>(Items, 'Громова Елена Викторовна').Type).toBe('User');
    expect(Items.map((user: any) => user.ExternalId)).not.toContain('workflow');
  });

  it('tells clients from users and blocked from active ones', async () => {
    expect((await logins({ IsClient: true })).sort()).toEqual(['client1', 'client2']);
    expect(await logins({ IsLocked: true })).toEqual(['blocked']);
    expect(await logins({ IsClient: true, IsLocked: true })).toEqual([]);
    expect(await logins({ IsClient: false })).not.toContain('client1');
  });

  it('comes in pages', async () => {
    const first = await anna.callTool(tool, { PageSize: 3 });
    expect(noteOf(first)).toBe('More: the same call with Page 2.');
    const all = await logins({});
    const second = await logins({ PageSize: 3, Page: 2 });
    expect(second).toEqual(all.slice(3, 6));
  });

  it('is refused to a client of the firm', async () => {
    expect(await jane.refusal(tool)).toMatch(/^API_ERROR 403: .*Users.*\nThe signed-in user has no/);
  });
});

describe.each(['get_user', 'get_user_v1'])('%s', (tool) => {
  it('shows groups, roles, work and additional attributes', async () => {
    expect(await anna.call(tool, { id: await idOf('Соловьёв Иван Дмитриевич') })).toMatchObject({
      Groups: [{ Name: 'Судебная практика' }],
      Roles: [{ Name: 'Юрист / Lawyer' }],
      TimeZone: 'Europe/Moscow',
      WorkInfo: { Position: 'Юрист / Lawyer' },
      Attributes: { Office: 'Москва' },
      LastLoginDate: expect.stringMatching(/Z$/),
    });
  });

  it('omits the work block for users who may not see it, and an empty login date of a newcomer', async () => {
    const secretary = await service.connectAs('nowork');
    try {
      const seen = await secretary.call(tool, { id: await idOf('Tom Ashby') });
      expect(seen).not.toHaveProperty('WorkInfo');
      expect(seen.LastLoginDate).toBeNull();
    } finally {
      await secretary.close();
    }
  });

  it('does not find an unknown id, and shows a client no other users', async () => {
    expect(await anna.refusal(tool, { id: unknownId })).toMatch(/^API_ERROR 404: User/);
    expect(await jane.refusal(tool, { id: await idOf('Anna Petrova') })).toMatch(/^API_ERROR 403/);
    expect((await jane.call(tool, { id: await idOf('Jane Smith') })).ExternalId).toBe('client1');
  });
});

const buttons = [
  { Text: 'Открыть дело', Link: 'https://cases.example.com/1', OpenInNewWindow: true },
  { Text: 'Later', Link: 'https://cases.example.com/later', OpenInNewWindow: false },
  { Text: 'Help', Link: 'http://help.example.com' },
];
const shownButtons = [buttons[0], buttons[1], { ...buttons[2], OpenInNewWindow: null }];

describe('notify_user', () => {
  it('shows one user a text with markup and buttons', async () => {
    const id = await idOf('John Hale');
    const Text = '<b>Слушание</b> перенесено<br><a href="https://example.org">подробнее</a>';
    const sent = await anna.call('notify_user', { id, Text, Buttons: buttons, CloseOnClick: true });
    expect(sent).toMatchObject({ User: { Id: id }, Text, Buttons: shownButtons, CloseOnClick: true });
    expect(await anna.call('notify_user', { id, Text: 'Plain' })).toMatchObject({
      Buttons: [],
      CloseOnClick: false,
    });
  });

  it('is refused for an unknown user, an empty text and to a client', async () => {
    expect(await anna.refusal('notify_user', { id: unknownId, Text: 'x' })).toMatch(/^API_ERROR 404: User/);
    const id = await idOf('John Hale');
    expect(await anna.refusal('notify_user', { id, Text: '   ' })).toMatch(/^API_ERROR 400: Text/);
    expect(await jane.refusal('notify_user', { id, Text: 'x' })).toMatch(/^API_ERROR 403/);
  });
});

describe('open_user_dialog', () => {
  const text = { Title: 'Hearing moved', Text: 'New date: <b>5 May</b>' };

  it('opens a dialog in the card of its object, with buttons', async () => {
    const id = await idOf('John Hale');
    const sent = await anna.call('open_user_dialog', { id, ...text, ObjectId: smith, Buttons: buttons });
    expect(sent).toMatchObject({
      ...text,
      User: { Id: id },
      Object: { Id: smith },
      Buttons: shownButtons,
      CloseOnClick: false,
      OnlyInObjectCard: true,
    });
  });

  it('opens one in any section, without an object', async () => {
    const sent = { id: await idOf('John Hale'), ...text, OnlyInObjectCard: false, CloseOnClick: true };
    expect(await anna.call('open_user_dialog', sent)).toMatchObject({
      Object: null,
      OnlyInObjectCard: false,
      CloseOnClick: true,
    });
  });

  it('is refused in the same words when the recipient or the sender does not see the object', async () => {
    const inquiry = (await anna.call('list_cases')).Items.find((item: any) =>
      item.Name.startsWith('Внутреннее расследование'),
    );
    const id = await idOf('Kate Winters');
    for (const ObjectId of [inquiry.Id, unknownId])
      expect(await anna.refusal('open_user_dialog', { id, ...text, ObjectId })).toBe(
        'API_ERROR 404: The case is not found or permissions are insufficient.\nThe case is not found, or the recipient has no permission on it.',
      );
    expect(await jane.refusal('open_user_dialog', { id, ...text })).toMatch(/^API_ERROR 403/);
  });
});
