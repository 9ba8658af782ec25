import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reader, refusalOf } from '../support/read-document.ts';

const letter = 'From: a@example.org\r\nSubject: Signed\r\n\r\nText';
const at = { folder: '' };
const openssl = (...args: string[]) => {
  const run = spawnSync('openssl', args, { cwd: at.folder, encoding: 'utf8' });
  if (run.status !== 0) throw new Error(run.stderr);
};
const read = (bytes: Uint8Array, name: string, inside: number[] = []) =>
  reader.read({ bytes, name, inside }, undefined, undefined);

describe.skipIf(spawnSync('openssl', ['version']).error)('a signature of another program', () => {
  beforeAll(() => {
    at.folder = mkdtempSync(join(tmpdir(), 'signed-'));
    writeFileSync(join(at.folder, 'letter.eml'), letter);
    const key = ['-newkey', 'rsa:2048', '-nodes', '-keyout', 'key.pem', '-out', 'cert.pem'];
    openssl('req', '-x509', '-subj', '/CN=Sample', '-days', '2', ...key);
  });
  afterAll(() => rmSync(at.folder, { recursive: true }));

  const sign = (...args: string[]): Uint8Array => {
    openssl(
      'cms',
      '-sign',
      '-binary',
      '-in',
      'letter.eml',
      '-signer',
      'cert.pem',
      '-inkey',
      'key.pem',
      '-out',
      'out',
      ...args,
    );
    return new Uint8Array(readFileSync(join(at.folder, 'out')));
  };

  it.each([
    ['at once', ['-outform', 'DER', '-nodetach']],
    ['in pieces of unknown length', ['-outform', 'DER', '-nodetach', '-stream']],
    ['as lines of letters', ['-outform', 'PEM', '-nodetach']],
  ])('that holds the file written %s opens it, and says that it was not checked', async (_, args) => {
    const bytes = sign(...args);
    const content = await read(bytes, 'letter.eml.sig');
    expect(content).toMatchObject({
      kind: 'electronic signature',
      attachments: [{ index: 1, name: 'letter.eml', size: letter.length }],
      notes: ['The signature was not checked.'],
    });
    expect((await read(bytes, 'letter.eml.sig', [1])).properties).toMatchObject({ Subject: 'Signed' });
    for (let length = 1; length < bytes.length; length += 13)
      await refusalOf(read(bytes.slice(0, length), 'letter.eml.sig', [1]));
  });

  it('that is detached has a note that the file is elsewhere', async () => {
    const content = await read(sign('-outform', 'DER'), 'letter.eml.sig');
    expect(content.attachments).toEqual([]);
    expect(content.parts[0]?.text).toBe('(a signature without the signed file)');
    expect(await refusalOf(read(sign('-outform', 'DER').slice(0, 300), 'a.sig'))).toMatch(/^damaged: /);
  });
});
