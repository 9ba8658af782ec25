import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, startService, type TestClient, type TestService } from '../../support/clients/harness.ts';
import { lookupResult } from '../../support/clients/workflows.ts';
import { type Front, startFront } from '../../support/servers/front.ts';

let service: TestService;
const open: (TestClient | Front)[] = [];
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  for (const one of open) await one.close();
  await service?.close();
});

/** Connects a client to a service that refuses the list of objects, or changes its rows. */
async function connectWith(status?: number, change: (rows: any[]) => any[] = (rows) => rows) {
  const isObjects = (request: string) => request.endsWith('/GetObjects');
  const front = await startFront(
    service.url,
    (request) => (isObjects(request) ? status : undefined),
    (body, request) => (isObjects(request) ? { ...body, Items: change(body.Items) } : body),
  );
  const client = await connect({
    over: 'memory',
    env: { ...service.environment('anna'), CASEBRIDGE_URL: front.url },
  });
  open.push(client, front);
  return async (sql: string, more: object = {}) =>
    lookupResult(await client.callTool('query_records', { sql, ...more }));
}

const statements = [
  'SELECT participant, role, case_id FROM parties WHERE case_id IN (SELECT id FROM cases) ORDER BY 1, 2, 3',
  "SELECT p.participant FROM parties p JOIN cases c ON c.id = p.case_id WHERE c.status = 'in work' ORDER BY 1",
  'SELECT name FROM cases c WHERE NOT EXISTS (SELECT 1 FROM parties p WHERE p.case_id = c.id) ORDER BY 1',
  'SELECT name FROM objects WHERE id IN (SELECT id FROM cases) ORDER BY 1',
] as const;
const caseTypes = async (ask: Awaited<ReturnType<typeof connectWith>>) =>
  new Set((await ask('SELECT DISTINCT type_id FROM cases')).data.rows.flat());

describe('the list of objects', () => {
  it('is completed with the cases if it contains none', async () => {
    const usual = await connectWith();
    const types = await caseTypes(usual);
    const lacking = await connectWith(undefined, (rows) => rows.filter(({ Type }) => !types.has(Type.Id)));
    for (const sql of statements)
      expect((await lacking(sql)).data.rows).toEqual((await usual(sql)).data.rows);
    const all = 'SELECT count(*) FROM objects UNION ALL SELECT count(*) FROM parties';
    const { data, notes } = await lacking(all);
    expect(data.rows).toEqual((await usual(all)).data.rows);
    expect(notes).toEqual([]);
  });

  it.each([403, 404])(
    'is replaced by the cases if the service refuses it with %s, with a note',
    async (status) => {
      const usual = await connectWith();
      const refused = await connectWith(status);
      for (const sql of statements) {
        const { data, notes } = await refused(sql);
        expect(data.rows).toEqual((await usual(sql)).data.rows);
        expect(notes.join()).toMatch(
          /objects \(.*\)\. Records that only this list contains are missing here/,
        );
      }
    },
  );

  it('is not followed by the list of cases if it contains cases', async () => {
    const usual = await connectWith();
    const { text } = await usual('SELECT count(*) FROM objects', { plan: true });
    expect(text).toMatch(/^The query takes 1 requests?,/);
  });
});
