import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  clientKinds,
  connect,
  connectTo,
  startHttpServer,
  startService,
  type TestService,
  textOf,
} from '../../support/clients/harness.ts';
import { runsOnce } from '../../support/clients/once.ts';
import { startFront } from '../../support/servers/front.ts';
import { environmentOf, json, startUpstream, tokenPath } from '../../support/servers/upstream.ts';
import { timeless } from '../../support/time/timeless.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service?.close());

describe('who_am_i', () => {
  it.each(clientKinds)('tells a %s client the user, the policy and the local time', async (kind) => {
    const client = await service.connectAs('anna', { kind, args: ['--time-zone', 'Asia/Tokyo'] });
    const answer = await client.callTool('who_am_i');
    expect(textOf(answer)).toMatch(/^You are Anna Petrova \(anna@example\.com, .+\), id [\da-f-]{36}\.\n/);
    expect(textOf(answer)).toMatch(
      /Now: \w{3} \d{4}-\d\d-\d\d \d\d:\d\d Asia\/Tokyo\. Server: casebridge \d/,
    );
    expect((answer as any).structuredContent).toMatchObject({
      user: { name: 'Anna Petrova', groups: ['Судебная практика'] },
      allowed: ['read', 'create', 'update', 'delete', 'outbound', 'admin'],
      time_zone: 'Asia/Tokyo',
    });
    await client.close();
  });

  it("says so if the user's record may not be read", async () => {
    const client = await service.connectAs('client1', { args: ['--allow', 'read,create'] });
    const answer = await client.callTool('who_am_i');
    expect(answer.isError).toBeFalsy();
    expect(textOf(answer)).toContain('Signed in with client1.');
    expect(textOf(answer)).toContain('The operator allows: read, create.');
    expect(answer.content[1]?.text).toBe(
      'Withheld: your user record (the signed-in user has no permission to see them).',
    );
    expect((answer as any).structuredContent.notes.slice(1)).toEqual([answer.content[1]?.text]);
    await client.close();
  });

  it('fails if the sign-in fails, and names the next step', async () => {
    const env = { CASEBRIDGE_PASSWORD: 'wrong' };
    const client = await service.connectAs('anna', { env, own: true });
    expect(await client.refusal('who_am_i')).toMatch(
      /^SIGN_IN_FAILED: Signing in .* was refused\. The operator should check the configured login\./,
    );
    await client.close();
  });

  it('refuses an unknown time zone before it serves any request', async () => {
    await expect(service.connectAs('anna', { args: ['--time-zone', 'Mars/Olympus'] })).rejects.toThrow();
  });
});
async function tokenOf({ url }: TestService, login: string): Promise<string> {
  const body = JSON.stringify({ grant_type: 'password', username: login, password: `sandbox-${login}` });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${url}${tokenPath}`, { method: 'POST', headers, body });
  return ((await answer.json()) as { access_token: string }).access_token;
}

describe('the time zone of a workflow', () => {
  const zoneIn = async (login: string, args: readonly string[] = []) => {
    const client = await service.connectAs(login, { args });
    const { time_zone } = ((await client.callTool('case_brief', { case: 'Smith' })) as any).structuredContent;
    await client.close();
    return time_zone;
  };

  it('is that of the caller’s own record, unless the caller set another', async () => {
    expect(await zoneIn('john')).toBe('Europe/London');
    expect(await zoneIn('ivan')).toBe('Europe/Moscow');
    expect(await zoneIn('john', ['--time-zone', 'Asia/Tokyo'])).toBe('Asia/Tokyo');
  });

  it.runIf(runsOnce())(
    'is that of the user’s record even if a server with many users has a zone',
    async () => {
      const env = { ...service.environment('john'), CASEBRIDGE_LOGIN: '', CASEBRIDGE_PASSWORD: '' };
      const server = await startHttpServer({
        env: {
          ...env,
          CASEBRIDGE_TIME_ZONE: 'Asia/Tokyo',
          CASEBRIDGE_USER_INFO_PATH: service.userInfoPath,
        },
      });
      const client = await connectTo(server.url, { token: await tokenOf(service, 'john') });
      const answer: any = await client.callTool('agenda');
      expect(answer.structuredContent.time_zone).toBe('Europe/London');
      const asked: any = await client.callTool('agenda', { time_zone: 'America/New_York' });
      expect(asked.structuredContent.time_zone).toBe('America/New_York');
      await client.close();
      await server.close();
    },
  );

  timeless()('costs nothing after the first call', async () => {
    const front = await startFront(service.url, () => undefined);
    const client = await service.connectAs('anna', { env: { CASEBRIDGE_URL: front.url }, own: true });
    await client.callTool('case_timeline', { case: 'Smith' });
    front.requests.length = 0;
    await client.callTool('case_timeline', { case: 'Smith' });
    expect(front.requests.filter((request) => request.includes('/users'))).toEqual([]);
    await client.close();
    await front.close();
  });

  timeless()('has a default if the record has an unknown zone, with a note', async () => {
    const me = { Id: '00000000-0000-4000-8000-000000000001', Name: 'Anna', Email: 'anna', TimeZone: 'Moon' };
    const upstream = await startUpstream({
      call: (response, { target }) => json(response, 200, /users\/0/.test(target) ? me : { Items: [me] }),
    });
    const client = await connect({ env: { ...environmentOf(upstream.url), TZ: 'Asia/Tokyo' } });
    const answer: any = await client.callTool('agenda');
    expect(answer.structuredContent.time_zone).toBe('Asia/Tokyo');
    expect(answer.content.at(-1).text).toMatch(
      /time zone of your user record is unknown: times are in Asia\/Tokyo/,
    );
    await client.close();
    await upstream.close();
  });
});
