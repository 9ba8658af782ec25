import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUser, replies } from '../../support/clients/asked.ts';
import { startService, type TestClient, type TestService } from '../../support/clients/harness.ts';

const claim = 'The claim, as it was read.';
/** Runs while the user reads the question. */
let meanwhile: () => void = () => undefined;
const user = createUser('agrees');
const asked = {
  ...user,
  answer: async (params: object) => {
    await user.answer(params);
    meanwhile();
    return replies.agrees;
  },
};
let folder: string;
let service: TestService;
let client: TestClient;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'asked-files-'));
  service = await startService();
  const env = { CASEBRIDGE_CONFIRM: 'create', CASEBRIDGE_EXCHANGE_DIR: folder };
  client = await service.connectAs('admin', { over: 'memory', user: asked, env });
});
afterAll(async () => {
  await client?.close();
  await service?.close();
  rmSync(folder, { recursive: true, force: true });
});

const sha256 = createHash('sha256').update(claim).digest('hex');
const facts = `"bytes":${claim.length},"sha256":"${sha256}"`;

describe('a file that would be sent', () => {
  it.each([
    ['its content', () => ({ name: 'claim.txt', text: claim })],
    ['its content in base64', () => ({ name: 'claim.txt', base64: Buffer.from(claim).toString('base64') })],
    ['its path', () => ({ name: 'claim.txt', path: 'claim.txt' })],
  ])('is shown by name, type, size and hash if it is given by %s [FLT-70]', async (_how, fileOf) => {
    writeFileSync(join(folder, 'claim.txt'), claim);
    const File = { ...fileOf(), mediaType: 'text/plain' };
    expect(await client.call('create_document', { File, Name: 'Claim' })).toHaveProperty('docID');
    const question = user.questions.at(-1);
    expect(question).toContain('"name":"claim.txt","type":"text/plain"');
    expect(question).toContain(facts);
    expect(question).not.toContain(claim);
  });

  it('is not sent if its content differs from the confirmed one [FLT-70]', async () => {
    writeFileSync(join(folder, 'claim.txt'), claim);
    meanwhile = () => writeFileSync(join(folder, 'claim.txt'), claim.replace('claim', 'bribe'));
    const File = { name: 'claim.txt', path: 'claim.txt' };
    expect(await client.refusal('create_document', { File, Name: 'Changed' })).toMatch(/^CHANGED_MEANWHILE/);
    meanwhile = () => undefined;
    const { Items } = await client.call('list_documents', { Search: 'Changed' });
    expect(Items).toEqual([]);
  });
});
