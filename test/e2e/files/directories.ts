import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { type ToolAnswer, textOf } from '../../support/clients/harness.ts';
import { envelope } from '../../support/clients/raw.ts';

/** Creates shared folders with files. They are deleted after the tests of the file. */
export function useDirectories() {
  const folder = mkdtempSync(join(tmpdir(), 'casebridge-files-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  let count = 0;
  return () => {
    count += 1;
    const path = join(folder, `exchange-${count}`);
    mkdirSync(path);
    return {
      path,
      env: { CASEBRIDGE_EXCHANGE_DIR: path },
      names: () => readdirSync(path).sort(),
      read: (name: string) => readFileSync(join(path, name)),
      write: (name: string, bytes: Buffer | string) => writeFileSync(join(path, name), bytes),
    };
  };
}

export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
export const saved = (answer: ToolAnswer) => JSON.parse(textOf(answer));

/** Returns the messages of a client of each revision that downloads a document and asks for progress notifications. */
export function downloadCalls(docID: string) {
  const call = (_meta: object) => ({
    id: 2,
    method: 'tools/call',
    params: { name: 'download_document', arguments: { docID }, _meta: { ..._meta, progressToken: 'p' } },
  });
  const clientInfo = { name: 'test', version: '1' };
  const hello = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
  return {
    '2025-11-25': [
      { id: 1, method: 'initialize', params: hello },
      { method: 'notifications/initialized' },
      call({}),
    ],
    '2026-07-28': [call(envelope)],
  };
}
