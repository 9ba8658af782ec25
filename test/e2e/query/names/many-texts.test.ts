import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestClient, type TestService } from '../../../support/clients/harness.ts';
import { lookupResult } from '../../../support/clients/workflows.ts';

let service: TestService;
let client: TestClient;
beforeAll(async () => {
  service = await startService({ data: 'large' });
  client = await service.connectAs('anna');
});
afterAll(async () => {
  await client?.close();
  await service?.close();
});

const query = async (sql: string) => lookupResult(await client.callTool('query_records', { sql }));
/** Returns different texts in quotes, about as many as a statement may contain. */
const many = (count: number) => Array.from({ length: count }, (_, at) => `'zq${at}'`).join();

describe('a statement over thousands of rows', () => {
  it('that compares thousands of absent texts counts those for which it shows no values', async () => {
    const { data, text } = await query(
      `SELECT name FROM participants WHERE name IN (${many(2000)},'Иванов')`,
    );
    expect(data.rows).toEqual([]);
    expect(text).not.toMatch(/No value of name equals 'zq/);
    const { text: kinds } = await query(
      `SELECT count(*) FROM participants WHERE kind NOT IN (${many(2000)})`,
    );
    expect(kinds.match(/No value of kind equals/g)).toHaveLength(20);
    expect(kinds).toContain('1980 more texts equal no value of their column.');
  });

  it('looks up few of its unknown names in the service', async () => {
    await query("SELECT count(*) FROM tasks WHERE status <> 'zq'");
    const before = service.requests.length;
    const { text } = await query(`SELECT count(*) FROM tasks WHERE status NOT IN (${many(300)})`);
    expect(text).toContain('280 more texts');
    expect(service.requests.length - before).toBeLessThan(60);
  });

  it('knows each value of a column, however many there are', async () => {
    const { data } = await query('SELECT name FROM participants');
    expect(data.total).toBeGreaterThan(6000);
    const [[last]] = (await query(`SELECT name FROM participants LIMIT 1 OFFSET ${data.total - 1}`)).data
      .rows;
    const quoted = `'${last.replaceAll("'", "''")}'`;
    const { text } = await query(
      `SELECT count(*) FROM participants WHERE kind = 'zq' AND name = ${quoted} AND name LIKE ${quoted}`,
    );
    expect(text).toContain("No value of kind equals 'zq'");
    expect(text).not.toMatch(/No value of name/);
  });
});
