import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { noteOf } from '../../support/answers/answers.ts';
import {
  startService,
  type TestClient,
  type TestService,
  type ToolAnswer,
  textOf,
} from '../../support/clients/harness.ts';
import { sampleIds, unknownId } from '../../support/sample-ids.ts';
import { startFront } from '../../support/servers/front.ts';

let service: TestService;
let anna: TestClient;
/** User without permission for scripts. */
let kate: TestClient;
beforeAll(async () => {
  service = await startService({ now: () => now, settings: { scriptsWorkersCount: 3 } });
  [anna, kate] = await Promise.all([
    service.connectAs('anna'),
    service.connectAs('kate', { kind: 'v2 legacy' }),
  ]);
});
afterAll(async () => {
  await Promise.all([anna?.close(), kate?.close()]);
  await service?.close();
});
beforeEach(() => service.reset());

/** The service's clock stands still, so that no test runs past midnight. */
const now = new Date('2026-03-04T12:00:00Z');
const smith = sampleIds.smith;
const quick = sampleIds.quickScript;
/** Script that runs for two seconds. */
const slow = sampleIds.slowScript;
const log = async (args: object = {}) => textOf(await anna.callTool('download_script_log', { ...args }));
const startsIn = (text: string) => text.match(/run \S+ started by user Anna Petrova/g)?.length ?? 0;

describe('run_script', () => {
  it('answers with the result of a run that it waited for', async () => {
    const run = await anna.call('run_script', {
      ScriptId: quick,
      ObjectId: smith,
      Parameters: { Days: 5, Courts: ['Энск'], Nested: { deep: true } },
      IsAsync: false,
    });
    expect(run).toMatchObject({
      Status: 'Completed',
      Result: { ObjectId: smith, Parameters: { Days: 5, Courts: ['Энск'], Nested: { deep: true } } },
    });
    expect(await log({ ScriptId: quick })).toMatch(
      new RegExp(`run ${run.RunId} started by user Anna Petrova\n.*run ${run.RunId} finished\n$`),
    );
  });

  it('answers at once when run asynchronously', async () => {
    const run = await anna.call('run_script', { ScriptId: slow, IsAsync: true });
    expect(run).toEqual({ RunId: expect.any(String), Status: 'Running' });
    expect(await log({ ScriptId: slow })).toContain(`run ${run.RunId} started`);
  });

  it('is refused when every worker is busy, without being repeated, until one is free', async () => {
    const front = await startFront(service.url, () => undefined);
    const client = await service.connectAs('anna', { env: { CASEBRIDGE_URL: front.url } });
    const run = () => client.callTool('run_script', { ScriptId: slow, IsAsync: true });
    try {
      const answers = [await run()];
      while (!answers.at(-1)?.isError && answers.length < 50) answers.push(await run());
      const refusal = textOf(answers.at(-1) as ToolAnswer);
      expect(refusal).toMatch(/^API_ERROR 429: Too many scripts are running\.\n.*wait a minute/);
      expect(refusal).toContain('Trying again later can help.');
      expect(answers.length).toBeGreaterThan(3);
      expect(front.requests).toEqual(answers.map(() => 'POST /api/v2/scripts/run'));
      expect(startsIn(await log({ ScriptId: slow }))).toBe(answers.length - 1);
      await expect.poll(async () => (await run()).isError, { timeout: 20_000, interval: 250 }).toBeFalsy();
    } finally {
      await client.close();
      await front.close();
    }
  }, 30_000);

  it('is refused for an unknown script or object, and without permission', async () => {
    expect(await anna.refusal('run_script', { ScriptId: unknownId })).toMatch(/^API_ERROR 404: Script/);
    expect(await anna.refusal('run_script', { ScriptId: quick, ObjectId: unknownId })).toMatch(
      /^API_ERROR 404: Object/,
    );
    expect(await kate.refusal('run_script', { ScriptId: quick })).toMatch(/^API_ERROR 403: .*Scripts/);
    expect(startsIn(await log())).toBe(0);
  });
});

describe('download_script_log', () => {
  it('answers the console log of today as text', async () => {
    const answer = await anna.callTool('download_script_log');
    expect(textOf(answer)).toContain('run started by user Workflow');
    expect(noteOf(answer)).toMatch(/^File \(text\/plain, \d+ bytes\):\n2026-03-04\.console\.log$/);
  });

  it('answers other days and the other two kinds', async () => {
    const interpreter = await anna.callTool('download_script_log', {
      Date: '2026-03-03',
      LogType: 'interpreter',
    });
    expect(textOf(interpreter)).toContain('ERROR payments.csv: line 14 has no amount');
    expect(noteOf(interpreter)).toContain('2026-03-03.interpreter.log');
    expect(await log({ Date: '2026-03-02', LogType: 'WorkflowTrace' })).toMatch(
      /TRACE workflow step 1 of 2.*\n.*TRACE workflow step 2 of 2/,
    );
  });

  it('is refused for a day or a script without a log, and without permission', async () => {
    expect(await anna.refusal('download_script_log', { Date: '2001-01-01' })).toMatch(
      /^API_ERROR 404: There is no console log for 2001-01-01/,
    );
    expect(await anna.refusal('download_script_log', { ScriptId: quick })).toMatch(/^API_ERROR 404/);
    expect(await kate.refusal('download_script_log')).toMatch(/^API_ERROR 403: .*Scripts/);
  });
});
