import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { draftRequest, type FileReference } from '../src/api/client/build-request.ts';
import { asSeen, pinFiles } from '../src/api/client/pin-files.ts';
import type { FilePart } from '../src/api/files/multipart.ts';
import { openExchange, type SharedFolder } from '../src/api/files/shared-folder.ts';
import { asDescribed } from '../src/deployment/deployment.ts';
import { operationOf } from './support/clients/asking.ts';

let folder: string;
let exchange: SharedFolder;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pinned-'));
  exchange = await openExchange(folder, 1024);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Returns the sent text of a file whose content has changed since the user was asked, or the error. */
async function sent(before: string, now: string): Promise<{ text: string; error: unknown }> {
  writeFileSync(join(folder, 'a.txt'), before);
  const args = { File: { name: 'a.txt', path: 'a.txt' } };
  const draft = draftRequest(operationOf('create_document'), args, asDescribed);
  const pinned = await pinFiles(draft, exchange);
  const [part] = pinned.body ?? [];
  const { content } = (part as { value: FilePart<FileReference> }).value;
  writeFileSync(join(folder, 'a.txt'), now);
  const file = await exchange.open('a.txt');
  let text = '';
  try {
    for await (const chunk of asSeen(file, content).chunks()) text += Buffer.from(chunk).toString();
    return { text, error: undefined };
  } catch (error) {
    return { text, error };
  } finally {
    await file.close();
  }
}

it('a file is sent in full if its content is the confirmed one', async () => {
  const text = 'word '.repeat(50_000);
  expect(await sent(text, text)).toEqual({ text, error: undefined });
});

it.each([
  ['of the same length', 'agreed', 'forged'],
  ['that is longer', 'agreed', 'agreed, and more'],
  ['that differs at its end only', `${'word '.repeat(50_000)}a`, `${'word '.repeat(50_000)}b`],
])('a file with another content %s never goes out whole [FLT-70]', async (_which, before, now) => {
  const { text, error } = await sent(before, now);
  expect(text.length).toBeLessThan(now.length);
  expect(error).toMatchObject({ code: 'INVALID_ARGUMENTS', message: expect.stringContaining('has changed') });
});
