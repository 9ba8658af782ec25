import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createUser, replies } from '../../support/clients/asked.ts';
import { startService, type TestClient, type TestService, textOf } from '../../support/clients/harness.ts';
import { letterhead, openDocx, paragraphOf } from '../../support/docx.ts';
import { saved, useDirectories } from '../files/directories.ts';

/** A letterhead in the shared folder, and questions to the user before a document on it is created. */
const directory = useDirectories()();
const letterheadOf = (firm: string) =>
  Buffer.from(letterhead({ body: paragraphOf(firm) + paragraphOf('[[text]]') }));
const file = 'Бланк фирмы.dotx';

/** Runs while the user reads the question. */
let meanwhile: () => unknown = () => undefined;
const user = createUser('agrees');
const reader = {
  ...user,
  answer: async (params: object) => {
    await user.answer(params);
    await meanwhile();
    return replies.agrees;
  },
};
let service: TestService;
let client: TestClient;
let asking: TestClient;
beforeAll(async () => {
  service = await startService();
  // Paths work only over stdio, because users of a server over HTTP do not share its file system.
  client = await service.connectAs('john', { over: 'stdio', env: directory.env });
  asking = await service.connectAs('john', {
    over: 'memory',
    user: reader,
    env: { ...directory.env, CASEBRIDGE_CONFIRM: 'create' },
  });
});
beforeEach(() => {
  meanwhile = () => undefined;
  directory.write(file, letterheadOf('Our firm'));
});
afterAll(async () => {
  await Promise.all([client?.close(), asking?.close()]);
  await service?.close();
});

const letter = { text: 'We deny the claim.', case: 'Delta v. Romashka', template: file };
const filed = async (name: string): Promise<{ Id: string }[]> =>
  (await client.call('list_documents', { Search: name })).Items;
const paragraphsIn = async (docID: string) => {
  const { path } = saved(await client.callTool('download_document', { docID }));
  return openDocx(directory.read(path))
    .paragraphs.map(({ text }) => text)
    .filter(Boolean);
};

describe('a letterhead in the shared folder', () => {
  it('is the base of the document', async () => {
    const answer = await client.callTool('draft_document', { ...letter, name: 'On paper' });
    expect(textOf(answer)).toContain('filed | On paper');
    const [{ Id } = { Id: '' }] = await filed('On paper');
    expect(await paragraphsIn(Id)).toEqual(['Our firm', 'We deny the claim.']);
  });

  it('is refused if no such file exists, or if it is outside of the folder', async () => {
    for (const template of ['No such.dotx', '../Бланк фирмы.dotx'])
      expect(await client.refusal('draft_document', { ...letter, name: 'None', template })).toMatch(
        /^NAME_UNKNOWN/,
      );
    expect(await filed('None')).toEqual([]);
  });
});

describe('a confirmation of a document on a letterhead', () => {
  it('is to the letterhead as it was when the question was asked', async () => {
    expect((await asking.callTool('draft_document', { ...letter, name: 'As it was' })).isError).toBeFalsy();
    expect(await filed('As it was')).toHaveLength(1);
    meanwhile = () => directory.write(file, letterheadOf('Somebody else'));
    expect(await asking.refusal('draft_document', { ...letter, name: 'Not as it was' })).toMatch(
      /^CHANGED_MEANWHILE: .*Nothing was done/,
    );
    expect(await filed('Not as it was')).toEqual([]);
  });

  it('requires an existing letterhead: otherwise, no user is asked', async () => {
    rmSync(join(directory.path, file));
    const before = user.questions.length;
    expect(await asking.refusal('draft_document', { ...letter, name: 'None' })).toMatch(/^NAME_UNKNOWN/);
    expect(user.questions).toHaveLength(before);
  });

  it('is to the document that the letterhead is: not to another one that is called so meanwhile', async () => {
    const other = await service.connectAs('john');
    const upload = (firm: string) =>
      other.call('create_document', {
        File: { name: 'Head.dotx', base64: letterheadOf(firm).toString('base64') },
        Name: 'Our paper',
        FolderId: 'Templates',
      });
    const { docID } = await upload('Our firm');
    meanwhile = async () => {
      await other.call('delete_document', { docID });
      await upload('Somebody else');
    };
    const asked = { ...letter, name: 'On another', template: 'Our paper' };
    expect(await asking.refusal('draft_document', asked)).toMatch(/^(?:CHANGED_MEANWHILE|API_ERROR 404)/);
    expect(await filed('On another')).toEqual([]);
    await other.close();
  });
});
