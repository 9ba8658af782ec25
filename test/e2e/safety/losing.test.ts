import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { losing } from '../../support/answers/losing.ts';
import { createUser, type ScriptedUser } from '../../support/clients/asked.ts';
import { startService, type TestClient, type TestService } from '../../support/clients/harness.ts';
import { caseId } from '../../support/sample-ids.ts';
import { type Front, startFront } from '../../support/servers/front.ts';

/** Before a change that deletes data, the server asks the user and shows the data. */

let service: TestService;
let front: Front;
/** Client that is never asked to confirm, for preparing records. */
let setup: TestClient;
/** Reads that the proxy refuses. */
let unreadable: RegExp | undefined;
beforeAll(async () => {
  service = await startService();
  front = await startFront(service.url, (request) => (unreadable?.test(request) ? 403 : undefined));
  setup = await service.connectAs('admin');
});
afterAll(async () => {
  await setup?.close();
  await front?.close();
  await service?.close();
});

const connect = (env: Record<string, string>, options: { kind?: 'v1' | 'v2 pinned'; user?: ScriptedUser }) =>
  service.connectAs('admin', {
    ...options,
    env: { CASEBRIDGE_CONFIRM: 'delete', CASEBRIDGE_URL: front.url, ...env },
  });

/** Returns the requests that may have changed data. */
const changes = () => front.requests.filter((request) => !request.startsWith('GET '));

describe.each(['v1', 'v2 pinned'] as const)('over %s', (kind) => {
  const user = createUser();
  let client: TestClient;
  let mute: TestClient;
  let without: TestClient;
  beforeAll(async () => {
    [client, mute, without] = await Promise.all([
      connect({}, { kind, user }),
      connect({}, { kind }),
      connect({ CASEBRIDGE_ALLOW: 'read,create,update,admin' }, { kind, user }),
    ]);
  });
  afterAll(async () => {
    await Promise.all([client, mute, without].map((one) => one?.close()));
  });
  beforeEach(async () => {
    unreadable = undefined;
    service.reset();
    // A reset deletes the tokens. Sign in again before requests are counted.
    await Promise.all([client, mute, without].map((one) => one.call('list_folders')));
    user.questions.length = 0;
    user.reply = 'declines';
  });

  describe.each(losing)('$tool', ({ tool, always, sample, method }) => {
    it('shows what it would lose, and does it only after confirmation [FLT-63]', async () => {
      const { args, shows } = await sample(setup);
      front.requests.length = 0;
      expect(await client.refusal(tool, args)).toMatch(/^DECLINED/);
      expect(await mute.refusal(tool, args)).toMatch(/^CONFIRMATION_NEEDED: .*Nothing was done/);
      expect(await without.refusal(tool, args)).toMatch(
        /^SWITCHED_OFF: .*delete.*remove data.*Nothing was done/,
      );
      expect(changes()).toEqual([]);
      expect(user.questions).toHaveLength(1);
      const [, lost = ''] = (user.questions[0] ?? '').split(
        /\n(?:Values that would be lost|Values that would change; the assistant or the service can restore them):\n/,
      );
      for (const piece of shows) expect(lost).toContain(piece);

      user.reply = 'agrees';
      const { isError, content } = await client.callTool(tool, args);
      expect(isError ? content : []).toEqual([]);
      expect(changes().map((request) => request.split(' ')[0])).toEqual([method]);
      expect(user.questions).toHaveLength(2);
    });

    it.skipIf(always)('does not ask if nothing is lost', async () => {
      for (const one of [mute, without]) {
        const { harmless = {} } = await sample(setup);
        const { isError, content } = await one.callTool(tool, harmless);
        expect(isError ? content : []).toEqual([]);
      }
      expect(user.questions).toEqual([]);
    });
  });

  it.each(losing)(
    '$tool says so if the lost values cannot be read, and does it after confirmation [FLT-63]',
    async (one) => {
      const { args } = await one.sample(setup);
      unreadable = /^GET /;
      front.requests.length = 0;
      const text = await client.refusal(one.tool, args);
      expect(changes()).toEqual([]);
      // Such a change must first read the values that it sends along.
      if (one.keeps) return expect(text).toMatch(/^(?:NOT_READ|API_ERROR 403)/);
      expect(text).toMatch(/^DECLINED/);
      expect(user.questions[0]).toContain('\nThe values that would be lost could not be read');
      user.reply = 'agrees';
      const { isError, content } = await client.callTool(one.tool, args);
      expect(isError ? content : []).toEqual([]);
    },
  );
});

describe('the card of an object', () => {
  const user = createUser();
  const smith = caseId('smith');
  let client: TestClient;
  beforeAll(async () => {
    client = await connect({}, { user });
  });
  afterAll(() => client?.close());
  beforeEach(() => {
    unreadable = undefined;
    service.reset();
    user.questions.length = 0;
  });
  const fields = async () => (await setup.call('get_object', { id: smith })).Fields;
  const lost = () =>
    user.questions[0]?.split('\nValues that would be lost:\n')[1]?.split('\nSent unchanged:\n')[0];

  it('is lost entirely if a call that writes it contains none of it [FLT-63]', async () => {
    const before = await fields();
    expect(await client.refusal('update_object', { id: smith, Name: 'Renamed' })).toMatch(/^DECLINED/);
    const filled = Object.values(before).filter((value) => value !== null);
    expect(lost()?.match(/^- /gm)).toHaveLength(filled.length);
    expect(await fields()).toEqual(before);
  });

  it('may be written by the ids of its fields', async () => {
    const { Fields, Type } = await setup.call('get_object', { id: smith });
    const { Blocks } = await setup.call('get_object_type', { id: Type.Id });
    const ids = new Map(Blocks.flatMap((block: any) => block.Fields.map((one: any) => [one.Tag, one.Id])));
    const byId = Object.entries(Fields).map(([tag, value]) => [ids.get(tag) ?? tag, value]);
    const { isError, content } = await client.callTool('update_object', {
      id: smith,
      Fields: Object.fromEntries(byId),
    });
    expect(isError ? content : []).toEqual([]);
    expect(user.questions).toEqual([]);
  });

  it('loses nothing if fields are written by their External ID', async () => {
    const before = await fields();
    await client.call('update_object', { id: smith, Fields: { 'EXT-CASE-NUMBER': 'NB-18' } });
    expect(user.questions).toEqual([]);
    const after = await fields();
    expect(Object.values(after).filter((value) => value === null)).toHaveLength(
      Object.values(before).filter((value) => value === null).length,
    );
  });

  it('loses the rows of a block, and each is shown with its content', async () => {
    const RemoveRows = [{ Tag: 'Claims', Ordinal: 2 }];
    expect(await client.refusal('edit_object', { id: smith, RemoveRows })).toMatch(/^DECLINED/);
    expect(lost()).toMatch(/^- Claims, 2: .*Bonus.*300000/);
    const { ClaimItem } = await fields();
    expect(ClaimItem).toHaveLength(3);
  });
});

it('a question in Russian shows the state that would follow in Russian', async () => {
  const user = createUser();
  const client = await connect({ CASEBRIDGE_LANGUAGE: 'ru' }, { user });
  await client.refusal('archive_case', { id: caseId('smith') });
  expect(user.questions[0]).toMatch(
    /\nИзменится \(прежние значения можно вернуть через ассистента или в системе\):\n- Статус: в работе → в архиве/,
  );
  await client.close();
});
