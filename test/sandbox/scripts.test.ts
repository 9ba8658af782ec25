import { describe, expect, it } from 'vitest';
import { sampleIds, unknownId } from '../support/sample-ids.ts';
import { useStarted } from './started.ts';

const { at, start } = useStarted();

const quickScript = sampleIds.quickScript;
const slowScript = sampleIds.slowScript;

describe('scripts', () => {
  it('answer with their result, or at once when run asynchronously [SCR-1]', async () => {
    const { call } = await start();
    const run = { ScriptId: quickScript, Parameters: { days: 3 } };
    const sync = await call('anna', 'POST /api/v2/scripts/run', run);
    expect([sync.status, sync.body.Status]).toEqual([200, 'Completed']);
    expect(sync.body.Result).toMatchObject({ Parameters: { days: 3 } });
    const later = await call('anna', 'POST /api/v1/scripts/run', { ...run, IsAsync: true });
    expect([later.status, later.body]).toEqual([202, { RunId: expect.any(String), Status: 'Running' }]);
  });

  it('are refused with 429 when every worker is busy, until one is free [SCR-2, ERR-1, LIM-10]', async () => {
    const { call } = await start({ scriptsWorkersCount: 2 });
    const run = (ScriptId: string, IsAsync: boolean) =>
      call('anna', 'POST /api/v2/scripts/run', { ScriptId, IsAsync });
    expect((await run(slowScript, true)).status).toBe(202);
    expect((await run(quickScript, false)).status).toBe(200);
    expect((await run(slowScript, true)).status).toBe(202);
    const busy = await run(quickScript, true);
    expect([busy.status, busy.body.ErrorType]).toEqual([429, 'TooManyRequests']);
  });

  it('need View on scripts and on the object', async () => {
    const { call } = await start();
    const run = (login: string, body: object) => call(login, 'POST /api/v2/scripts/run', body);
    expect((await run('kate', { ScriptId: quickScript })).status).toBe(403);
    expect((await run('anna', { ScriptId: unknownId })).status).toBe(404);
    expect((await run('anna', { ScriptId: quickScript, ObjectId: unknownId })).status).toBe(404);
    expect((await run('anna', {})).status).toBe(400);
  });
});

describe('script logs', () => {
  it('are files of one day and one kind, and grow with every run [HLO-4]', async () => {
    const { call, pass } = await start();
    await call('anna', 'POST /api/v2/scripts/run', { ScriptId: quickScript });
    const today = await call('anna', `GET /api/v3/logs/Get?ScriptId=${quickScript}`);
    const date = new Date().toISOString().slice(0, 10);
    expect(today.headers.get('content-type')).toContain('text/plain');
    expect(today.headers.get('content-disposition')).toContain(`${date}.console.log`);
    expect(today.text).toMatch(/started by user Anna Petrova\n.*finished\n$/);
    pass(86_400_000);
    expect((await call('anna', `GET /api/v3/logs/Get?ScriptId=${quickScript}`)).status).toBe(404);
    expect((await call('anna', `GET /api/v3/logs/Get?Date=${date}&ScriptId=${quickScript}`)).text).toBe(
      today.text,
    );
  });

  it('hold the workflow trace at level Trace and the interpreter at level Info only [HLO-5]', async () => {
    const statuses = async (scriptLogLevel: 'Trace' | 'Info' | 'Error') => {
      const { call } = await start({ scriptLogLevel });
      const kinds = ['console', 'interpreter', 'WorkflowTrace'];
      const replies = kinds.map((kind) => call('anna', `GET /api/v3/logs/Get?LogType=${kind}`));
      const found = (await Promise.all(replies)).map((reply) => reply.status);
      await at.sandbox?.close();
      return found;
    };
    expect(await statuses('Trace')).toEqual([200, 200, 200]);
    expect(await statuses('Info')).toEqual([200, 200, 404]);
    expect(await statuses('Error')).toEqual([200, 404, 404]);
  });

  it('need View on scripts and a day', async () => {
    const { call } = await start();
    expect((await call('kate', 'GET /api/v3/logs/Get')).status).toBe(403);
    expect((await call('anna', 'GET /api/v3/logs/Get?Date=yesterday')).status).toBe(400);
    expect((await call('anna', 'GET /api/v3/logs/Get?LogType=kernel')).status).toBe(400);
  });
});
