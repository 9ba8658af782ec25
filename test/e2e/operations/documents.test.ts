import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { named, noteOf } from '../../support/answers/answers.ts';
import { startService, type TestClient, type TestService, textOf } from '../../support/clients/harness.ts';
import { sampleIds, unknownId } from '../../support/sample-ids.ts';

let service: TestService;
let anna: TestClient;
/** User who may view the case of the exhibits, but cannot see the internal inquiry. */
let kate: TestClient;
beforeAll(async () => {
  service = await startService();
  [anna, kate] = await Promise.all([service.connectAs('anna'), service.connectAs('kate', { kind: 'v1' })]);
});
afterAll(async () => {
  await Promise.all([anna?.close(), kate?.close()]);
  await service?.close();
});
// The clients sign in again, because a reset deletes their tokens.
beforeEach(() => service.reset());

const find = async (name: string) => {
  const page = await anna.call('list_documents', { Search: name });
  return named<any>(page.Items, name);
};
const get = (id: string) => anna.call('get_document', { id });
const content = async (docID: string) => textOf(await anna.callTool('download_document', { docID }));
async function typeId(name: string): Promise<string> {
  const dictionaries = (await anna.call('list_dictionaries')).Items;
  const { Id } = dictionaries.find((item: { SysName: string }) => item.SysName === 'DocumentType');
  return named<any>((await anna.call('list_dictionary_values', { id: Id })).Items, name).Id;
}

describe('create_document', () => {
  it('files a text into the folder of a case', async () => {
    const { Id } = (await find('Statement of claim')).Case;
    const { DocumentFolderId } = await anna.call('get_object', { id: Id });
    const made = await anna.call('create_document', {
      File: { name: 'Attendance note.txt', mediaType: 'text/plain', text: 'Call with counsel.\nДва слова.' },
      FolderId: DocumentFolderId,
      Date: '2026-03-04T00:00:00Z',
    });
    expect(made).toMatchObject({
      docID: made.Id,
      Name: 'Attendance note',
      FileName: 'Attendance note.txt',
      Case: { Id },
      Folder: { Id: DocumentFolderId },
      Author: { Id: sampleIds.anna },
      Date: '2026-03-04T00:00:00.000Z',
    });
    expect(await get(made.docID)).toEqual(made);
    expect(await content(made.docID)).toBe('Call with counsel.\nДва слова.');
  });

  it.each(['  ', '...', ' . .txt', '\u200b\u3164', '\u2800.docx', 'CON', 'nul.txt', 'Com1.tar.gz', '.docx'])(
    'files nothing under an invisible name or one that Windows cannot open: %j',
    async (name) => {
      for (const args of [{ File: { name, text: 'x' } }, { File: { name: 'x.txt', text: 'x' }, Name: name }])
        expect(await anna.refusal('create_document', args)).toMatch(
          /^INVALID_ARGUMENTS.*must contain a visible character/s,
        );
    },
  );

  it('sends base64 as the bytes that it stands for', async () => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, index) => index));
    const made = await anna.call('create_document', {
      File: { name: 'bytes.bin', base64: bytes.toString('base64') },
      Name: 'All bytes',
    });
    expect(made).toMatchObject({ Name: 'All bytes', FileName: 'bytes.bin', Size: 256 });
    const [block] = (await anna.callTool('download_document', { docID: made.docID })).content;
    expect(Buffer.from(block?.resource?.blob ?? '', 'base64').equals(bytes)).toBe(true);
  });

  it('makes a document without a file', async () => {
    const { Id } = (await find('Statement of claim')).Case;
    const made = await anna.call('create_document', { Name: 'To be filed', CaseId: Id });
    const { DocumentFolderId } = await anna.call('get_object', { id: Id });
    expect(made).toMatchObject({ Name: 'To be filed', Case: { Id }, FileId: null, Size: null });
    expect(made.Folder.Id).toBe(DocumentFolderId);
    const { Items } = await anna.call('list_documents', { FolderId: DocumentFolderId });
    expect(Items.map((item: { Name: string }) => item.Name)).toContain('To be filed');
    expect(await anna.refusal('download_document', { docID: made.docID })).toMatch(
      /^API_ERROR 404: .*was not found.*\nNo such document/,
    );
  });

  it('keeps Cyrillic names of the document and of the file', async () => {
    const made = await anna.call('create_document', {
      Name: 'Отзыв № 7 — «проект»',
      File: { name: 'Отзыв «на иск».txt', mediaType: 'text/plain; charset=utf-8', text: 'Ёлка' },
    });
    expect(made).toMatchObject({ Name: 'Отзыв № 7 — «проект»', FileName: 'Отзыв «на иск».txt' });
    expect((await find('Отзыв № 7 — «проект»')).docID).toBe(made.docID);
    const answer = await anna.callTool('download_document', { docID: made.docID });
    expect(textOf(answer)).toBe('Ёлка');
    expect(noteOf(answer)).toBe('File (text/plain, 8 bytes):\nОтзыв «на иск».txt');
  });

  it('accepts a type and additional attributes with any tags', async () => {
    const made = await anna.call('create_document', {
      Name: 'With attributes',
      TypeId: await typeId('Договор / Contract'),
      Attributes: { Pages: 3, Tags: ['draft', 'черновик'], 'Court.Room': '12a', Суд: 'Энск' },
    });
    const read = await get(made.docID);
    expect(read.Type.Name).toBe('Договор / Contract');
    expect(read.Attributes).toEqual({
      Pages: '3',
      Tags: ['draft', 'черновик'],
      'Court.Room': '12a',
      Суд: 'Энск',
    });
  });

  it('is refused without Edit, for a forbidden extension and for a type that does not exist', async () => {
    const exhibits = await find('Exhibits');
    expect(await kate.refusal('create_document', { Name: 'x', FolderId: exhibits.Id })).toMatch(
      /^API_ERROR 403: Permission Edit/,
    );
    const program = { File: { name: 'setup.exe', text: 'MZ' }, Name: 'Forbidden program' };
    expect(await anna.refusal('create_document', program)).toMatch(/^API_ERROR 400: .*\.exe/);
    expect(await anna.refusal('create_document', { Name: 'x', TypeId: unknownId })).toContain(unknownId);
    expect((await anna.call('list_documents', { Search: 'Forbidden program' })).Items).toEqual([]);
  });

  it('sends nothing if a file has two contents or none', async () => {
    for (const extra of [{}, { text: 'a', base64: 'YQ==' }])
      expect(
        await anna.refusal('create_document', { Name: 'x', File: { name: 'a.txt', ...extra } }),
      ).toContain('one of `text`, `base64` and `path`');
  });
});

describe('create_document_from_template', () => {
  it('fills the template with the case and files it in the root folder of the case', async () => {
    const template = await find('Reply to claim (template)');
    const { Id } = (await find('Statement of claim')).Case;
    const made = await anna.call('create_document_from_template', { TemplateId: template.Id, CaseId: Id });
    const { DocumentFolderId } = await anna.call('get_object', { id: Id });
    expect(await get(made.docID)).toMatchObject({ Case: { Id }, Folder: { Id: DocumentFolderId } });
    expect(await content(made.docID)).toContain('Case: Smith v. Northbridge Ltd');
    expect(await content(made.docID)).not.toContain('NoSuchTag');
  });

  it('is refused for a document that is no template, and without Edit on the case', async () => {
    const [template, plain] = [await find('Reply to claim (template)'), await find('Service contract')];
    const ofCase = (name: string) => find(name).then((item) => item.Case.Id);
    expect(
      await anna.refusal('create_document_from_template', { TemplateId: plain.Id, CaseId: plain.Case.Id }),
    ).toMatch(/^API_ERROR 404: Template/);
    const seenOnly = { TemplateId: template.Id, CaseId: await ofCase('Exhibits') };
    expect(await kate.refusal('create_document_from_template', seenOnly)).toMatch(/^API_ERROR 403/);
  });
});

describe('update_document', () => {
  const date = { Date: '2026-05-06T00:00:00Z' };

  it('keeps the date, which the service requires, if the document is given by its id', async () => {
    const { Id } = await find('Statement of claim');
    const TypeId = await typeId('Переписка / Correspondence');
    await anna.call('update_document', { Id, ...date });
    await anna.call('update_document', { Id, TypeId });
    expect(await get(Id)).toMatchObject({ Date: '2026-05-06T00:00:00.000Z', Type: { Id: TypeId } });
    expect(await anna.refusal('update_document', { Name: 'Statement of claim', TypeId })).toMatch(/Date/);
  });

  it('changes type, date, folder and attributes by Id, and never name and file', async () => {
    const before = await find('Defence of Northbridge Ltd');
    const folder = await find('Evidence');
    await anna.call('update_document', {
      Id: before.Id,
      Name: 'Ignored beside the Id',
      ...date,
      TypeId: await typeId('Переписка / Correspondence'),
      FolderId: folder.Id,
      Attributes: { Pages: 2, Tags: ['one'] },
    });
    expect(await get(before.Id)).toMatchObject({
      Name: before.Name,
      FileId: before.FileId,
      Size: before.Size,
      Date: '2026-05-06T00:00:00.000Z',
      Type: { Name: 'Переписка / Correspondence' },
      Folder: { Id: folder.Id },
      Attributes: { Pages: 2, Tags: ['one'] },
    });
  });

  it('finds the document by its name alone', async () => {
    const { Id } = await find('Order for directions');
    await anna.call('update_document', { Name: 'Order for directions', ...date });
    expect((await get(Id)).Date).toBe('2026-05-06T00:00:00.000Z');
  });

  it('is refused for a wrong Id, for neither Id nor Name, and without Edit', async () => {
    const seen = await find('Packaging report');
    expect(await anna.refusal('update_document', { Id: unknownId, Name: seen.Name, ...date })).toMatch(
      /^API_ERROR 404: .*\nNo such document/,
    );
    expect(await anna.refusal('update_document', date)).toContain('Id or Name is required');
    expect(await kate.refusal('update_document', { Id: seen.Id, ...date })).toMatch(/^API_ERROR 403/);
    expect(await get(seen.Id)).toEqual(seen);
  });
});

describe('get_document', () => {
  it('shows who signed, and which signature was revoked', async () => {
    const { Signatures, Attributes } = await get((await find('Settlement agreement (draft)')).Id);
    expect(Signatures.map((item: any) => [item.UserName, item.Status])).toEqual([
      ['Anna Petrova', 'Valid'],
      ['John Hale', 'Revoked'],
    ]);
    expect(Attributes).toEqual({ Pages: 5, Tags: ['draft', 'privileged'] });
  });

  it('does not find a document of a case that the user does not see', async () => {
    const { Id } = await find('Объяснительная записка');
    expect(await kate.refusal('get_document', { id: Id })).toMatch(/^API_ERROR 404: .*\nNo such document/);
  });
});

describe('list_documents', () => {
  it('starts at the top of the section and goes down by folder and kind', async () => {
    const top = (await anna.call('list_documents')).Items;
    expect(top.every((item: any) => item.Folder === null)).toBe(true);
    const photos = await find('Photos');
    const inEvidence = { FolderId: photos.Folder.Id, EntityKind: 'Folder' };
    expect((await anna.call('list_documents', inEvidence)).Items).toEqual([photos]);
  });

  it('filters by type, author, creation date and words', async () => {
    const contract = await find('Service contract');
    const filters = {
      FolderId: contract.Folder.Id,
      TypeId: contract.Type.Id,
      AuthorId: contract.Author.Id,
      CreationDateFrom: contract.CreationDate,
      CreationDateTo: contract.CreationDate,
      Search: 'service',
    };
    expect((await anna.call('list_documents', filters)).Items).toEqual([contract]);
    const later = { ...filters, CreationDateFrom: new Date().toISOString(), CreationDateTo: undefined };
    expect((await anna.call('list_documents', later)).Items).toEqual([]);
  });

  it('comes in pages, and tells how to get the next one', async () => {
    const all = { Search: 'claim', PageSize: 2 };
    const first = await anna.callTool('list_documents', all);
    expect(noteOf(first)).toBe('More: the same call with Page 2.');
    const second = await anna.call('list_documents', { ...all, Page: 2 });
    const ids = [...JSON.parse(textOf(first)).Items, ...second.Items].map((item: any) => item.Id);
    expect(new Set(ids).size).toBe(4);
  });

  it('does not list a folder that does not exist or is not visible', async () => {
    const hidden = (await find('Объяснительная записка')).Folder.Id;
    for (const FolderId of [unknownId, hidden])
      expect(await kate.refusal('list_documents', { FolderId })).toMatch(/^API_ERROR 404/);
  });
});

describe('delete_document', () => {
  it('deletes the document with its file', async () => {
    const { docID, FileId } = await anna.call('create_document', { File: { name: 'gone.txt', text: 'x' } });
    expect(textOf(await anna.callTool('delete_document', { docID }))).toBe('Done.');
    expect(await anna.refusal('get_document', { id: docID })).toMatch(/^API_ERROR 404/);
    expect(await anna.refusal('download_file', { id: FileId })).toMatch(/^API_ERROR 404/);
  });

  it('is refused without Edit, and for a folder that holds something', async () => {
    const [seen, full] = [await find('Packaging report'), await find('Evidence')];
    expect(await kate.refusal('delete_document', { docID: seen.docID })).toMatch(/^API_ERROR 403/);
    expect(await anna.refusal('delete_document', { docID: full.docID })).toMatch(
      /^API_ERROR 409: .*not empty/,
    );
    expect(await get(seen.docID)).toEqual(seen);
  });
});
