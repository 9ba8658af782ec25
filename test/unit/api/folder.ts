import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach } from 'vitest';
import { openExchange, type SharedFolder } from '../../../src/api/files/shared-folder.ts';

export const kilobyte = 1024;

/** Creates a shared folder for each test. */
export function useFolder() {
  const at = {} as { folder: string; inside: string; exchange: SharedFolder };
  const megabyte = 1024 * kilobyte;
  const all = mkdtempSync(join(tmpdir(), 'casebridge-exchange-'));
  afterAll(() => rmSync(all, { recursive: true, force: true }));
  beforeEach(async () => {
    at.folder = mkdtempSync(join(all, 'case-'));
    at.inside = join(at.folder, 'exchange');
    mkdirSync(join(at.inside, 'letters'), { recursive: true });
    writeFileSync(join(at.folder, 'secret.txt'), 'SECRET');
    writeFileSync(join(at.inside, 'letters', 'Иск.txt'), 'claim');
    at.exchange = await openExchange(at.inside, 10 * megabyte);
  });

  async function read(path: string, from = at.exchange): Promise<Buffer> {
    const file = await from.open(path);
    try {
      const chunks: Uint8Array[] = [];
      for await (const chunk of file.chunks()) chunks.push(chunk);
      return Buffer.concat(chunks);
    } finally {
      await file.close();
    }
  }

  return { at, megabyte, all, read };
}
