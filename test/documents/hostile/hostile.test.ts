import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { InvalidArgumentsError } from '../../../src/contract/errors.ts';
import { createDocumentReader } from '../../../src/documents/reader.ts';
import { hostileFiles } from './corpus.ts';

/** Each hostile file results in a text or a refusal with a reason, and nothing else. */
const secret = 'what-nobody-may-see';
const folder = mkdtempSync(join(tmpdir(), 'casebridge-bait-'));
const path = join(folder, 'secret.txt');
writeFileSync(path, secret);

let visits = 0;
const server = createServer((_, response) => {
  visits += 1;
  response.end(secret);
});
await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const files = hostileFiles({ url, path });
const good = { name: 'letter.txt', bytes: Buffer.from('Претензия о взыскании долга', 'utf8') };
const reader = createDocumentReader({ milliseconds: await shortBound() });

/**
 * Returns a time limit in milliseconds. It is shorter than the default, because these tests only show that
 * there is one. It depends on the time for a good file, because starting a process can take a second on a
 * busy machine.
 */
async function shortBound(): Promise<number> {
  const patient = createDocumentReader();
  const began = performance.now();
  await patient.read(good, undefined, undefined);
  const took = performance.now() - began;
  await patient.close();
  return Math.max(1_000, 4 * took);
}

afterAll(async () => {
  await reader.close();
  server.close();
  rmSync(folder, { recursive: true });
});

/**
 * Returns the text or the message of a refusal.
 * @throws any other error, which is a defect
 */
const outcome = (asked: Promise<unknown>): Promise<unknown> =>
  asked.catch((error: unknown) => {
    if (error instanceof InvalidArgumentsError) return error.message;
    throw error;
  });

it('has more than a hundred kinds of harm', () => {
  expect(files.length).toBeGreaterThan(100);
  expect(new Set(files.map(({ name }) => name)).size).toBe(files.length);
});

describe('a hostile file', () => {
  it.each(files)('is survived: $name', async ({ name, make }) => {
    const file = { name, bytes: make() };
    const before = process.memoryUsage.rss();
    const said = await Promise.all([
      outcome(reader.read(file, undefined, undefined)),
      outcome(reader.show(file, [1], undefined)),
      outcome(reader.extract({ ...file, inside: [1] }, undefined)),
    ]);
    expect((process.memoryUsage.rss() - before) / 1024 / 1024).toBeLessThan(200);
    const [text] = said;
    if (typeof text === 'string') expect(text).toMatch(/^document: .*\. .*(?:ask|open)/);
    // A refusal must not contain content of the file.
    expect(JSON.stringify(said).includes(secret)).toBe(false);
    // Retry, because on a busy machine starting a new process may take longer than the limit.
    await vi.waitFor(async () => {
      const { parts } = await reader.read(good, undefined, undefined);
      expect(parts[0]?.text).toBe('Претензия о взыскании долга');
    }, 30_000);
    expect(visits).toBe(0);
  });
});
