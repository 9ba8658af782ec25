import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { createUser } from '../../support/clients/asked.ts';
import { as } from '../../support/clients/callers.ts';
import { connectTo } from '../../support/clients/harness.ts';
import { reply } from '../../support/clients/raw.ts';
import { beginSession, modernRequest, sessionMessage } from '../../support/clients/raw-http.ts';
import type { Upstream } from '../../support/servers/upstream.ts';
import { type Ending, listUsers, useEndings } from './endings.ts';

/** The server is restarted while clients use it. */

const { start, startService } = useEndings();

describe('a restarted server', () => {
  const runScript = { name: 'run_script', arguments: { ScriptId: '00000000-0000-4000-8000-000000000001' } };
  const scripts = /script/i;
  const asking = { env: { CASEBRIDGE_CONFIRM: 'admin' } };

  /** Kills the server and starts another one on the same port. */
  async function restart(server: Ending, service: Upstream): Promise<Ending> {
    server.process.child.kill('SIGKILL');
    await server.process.ended;
    return start(service, { ...asking, args: ['--port', new URL(server.url).port] });
  }

  it.each(['v2 auto', 'v2 pinned'] as const)(
    'answers a client of the kind %s as before [FLT-52]',
    async (kind) => {
      const service = await startService();
      const server = await start(service);
      const client = await connectTo(server.url, { kind, token: 'ann' });
      expect(await client.call('list_users')).toEqual({ Items: [] });
      await restart(server, service);
      expect(await client.call('list_users')).toEqual({ Items: [] });
      await client.close();
    },
  );

  it('tells clients that their sessions have ended, and they begin new ones [FLT-52]', async () => {
    const service = await startService();
    const server = await start(service);
    const session = await beginSession(server.url, as('ann'));
    await restart(server, service);
    const call = (headers: Record<string, string>) =>
      sessionMessage(server.url, { id: 1, method: 'tools/call', params: listUsers }, { headers });
    const { status, message } = await call(session);
    expect([status, message.error.message]).toEqual([404, expect.stringContaining('begin a new one')]);
    expect((await call(await beginSession(server.url, as('ann')))).text).toContain('Items');
  });

  it('takes no agreement to a question that was asked before, and nothing is done [FLT-52]', async () => {
    const service = await startService();
    const server = await start(service, asking);
    const ask = (extra: object = {}) =>
      modernRequest(server.url, 'tools/call', { ...runScript, ...extra }, { headers: as('ann') });
    const { result } = (await ask()).message;
    expect(result.resultType).toBe('input_required');
    await restart(server, service);
    const agreed = await ask({ ...reply('agrees'), requestState: result.requestState });
    expect(agreed.message.error ?? agreed.message.result.isError).toBeTruthy();
    expect(service.requests(scripts)).toEqual([]);
    // If the server asks again, the same confirmation is valid.
    const again = (await ask()).message.result;
    const done = await ask({ ...reply('agrees'), requestState: again.requestState });
    expect(done.message.result.isError).not.toBe(true);
    expect(service.requests(scripts).length).toBe(1);
  });

  it.each(['v1', 'v2 legacy'] as const)(
    'does nothing that a user of the kind %s had not yet agreed to',
    async (kind) => {
      const service = await startService();
      const server = await start(service, asking);
      const user = createUser('agrees');
      // The user answers only after the server has been replaced.
      let decide = () => {};
      const thought = new Promise<void>((resolve) => {
        decide = resolve;
      });
      const slowUser = {
        ...user,
        answer: async (params: object) => {
          const answered = await user.answer(params);
          await thought;
          return answered;
        },
      };
      const client = await connectTo(server.url, { kind, token: 'ann', user: slowUser });
      const call = client.callTool('run_script', runScript.arguments).catch((error: Error) => error);
      await vi.waitFor(() => expect(user.questions.length).toBe(1), 10_000);
      await restart(server, service);
      decide();
      await sleep(500);
      expect(service.requests(scripts)).toEqual([]);
      await client.close();
      expect(await call).toBeInstanceOf(Error);
      expect(service.requests(scripts)).toEqual([]);
    },
  );
});
