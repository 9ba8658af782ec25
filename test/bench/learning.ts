import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSandbox } from '../../src/sandbox/index.ts';
import { compare, median, milliseconds, type Row } from './compare.ts';
import { openRaw, type Program, type RawClient } from './load/raw-client.ts';

/**
 * Call of a list. The API description does not state the field names of its filters and results, so casebridge presumes
 * or learns them.
 */
const call = { name: 'list_tasks', arguments: { PageSize: 1 } };

/**
 * Measures how much longer a call takes if casebridge uses field names from the service's API reference (OpenAPI). The
 * time for reading the reference is not included.
 */
export async function learningRow({ args }: Program): Promise<Row> {
  const sandbox = await createSandbox();
  const cache = mkdtempSync(join(tmpdir(), 'casebridge-bench-'));
  const signIn = { CASEBRIDGE_LOGIN: 'anna', CASEBRIDGE_PASSWORD: 'sandbox-anna' };
  const open = (learn: 'on' | 'off') =>
    openRaw({
      args,
      env: { ...signIn, CASEBRIDGE_URL: sandbox.url, CASEBRIDGE_LEARN: learn, CASEBRIDGE_CACHE_DIR: cache },
    });
  const clients = [await open('on'), await open('off')] as const;
  try {
    for (const client of clients) await client.ask('tools/call', call);
    while (readdirSync(cache).length === 0) await sleep(50);
    const sequential = (client: RawClient) => async () => median(await client.times('tools/call', call, 60));
    const [learns, does] = [sequential(clients[0]), sequential(clients[1])];
    await compare(3, learns, does);
    const { ours, floor } = await compare(20, learns, does);
    return {
      what: 'list_tasks, p50: more by learning, after the first reading (ms)',
      ours: milliseconds(ours),
      floor: milliseconds(floor),
      value: ours - floor,
      target: 1,
    };
  } finally {
    for (const client of clients) await client.end();
    await sandbox.close();
    rmSync(cache, { recursive: true });
  }
}
