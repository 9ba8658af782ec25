import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { unknownId } from '../../support/sample-ids.ts';
import { type Document, names, useDocuments } from './documents.ts';

const { call, list, find, typeId, create, download } = useDocuments();
const get = async (id: string) => (await call<Document>('admin', `GET /api/v3/documents/${id}`)).body;

describe('creating a document', () => {
  it('puts a file into the folder asked for and answers with the attributes and docID [DOC-3, DCO-3]', async () => {
    const folder = await find('Pleadings');
    const file = { name: 'Отзыв на иск.txt', content: 'текст' };
    const { status, body } = await create('anna', { FolderId: folder.Id, Date: '2026-03-04' }, file);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      docID: body.Id,
      Name: 'Отзыв на иск',
      EntityKind: 'File',
      FileName: 'Отзыв на иск.txt',
      Extension: 'txt',
      Size: 10,
      Version: 1,
      Date: '2026-03-04T00:00:00.000Z',
      Folder: { Id: folder.Id },
      Case: folder.Case,
      Author: { Name: 'Anna Petrova' },
      Signatures: [],
    });
    expect(await get(body.docID)).toEqual(body);
    expect((await download('anna', body.docID)).text).toBe('текст');
  });

  it('puts it at the root of the Documents section when no folder is given, also when a case is [DCO-2]', async () => {
    const folder = await find('Pleadings');
    const alone = await create('anna', { Name: 'Alone' });
    expect(alone.body).toMatchObject({ Folder: null, Case: null, FileId: null, Size: null });
    const ofCase = await create('anna', { Name: 'Of the case', CaseId: folder.Case?.Id ?? '' });
    expect(ofCase.body).toMatchObject({ Folder: null, Case: folder.Case });
    expect(names(await list('anna', {}))).toEqual(expect.arrayContaining(['Alone', 'Of the case']));
  });

  it('needs a name or a file [DCO-1]', async () => {
    expect((await create('anna', {})).status).toBe(400);
    expect((await create('anna', { Name: ' ' })).status).toBe(400);
  });

  it('needs Edit on the case or the folder, and tells nothing of a case that is not visible [DCO-4]', async () => {
    const seen = await find('Exhibits');
    const hidden = await find('Объяснительная записка');
    expect((await create('kate', { Name: 'x', FolderId: seen.Id })).status).toBe(403);
    expect((await create('kate', { Name: 'x', CaseId: seen.Case?.Id ?? '' })).status).toBe(403);
    expect((await create('kate', { Name: 'x', FolderId: hidden.Folder?.Id ?? '' })).status).toBe(404);
    expect((await create('kate', { Name: 'x', CaseId: hidden.Case?.Id ?? '' })).status).toBe(404);
    expect((await create('client1', { Name: 'x' })).status).toBe(403);
    expect((await create('', { Name: 'x' })).status).toBe(401);
  });

  it('refuses a folder of another case, a document as the folder, and an unknown folder', async () => {
    const [folder, other] = [await find('Pleadings'), await find('Exhibits')];
    const twoHomes = await create('anna', { Name: 'x', FolderId: folder.Id, CaseId: other.Case?.Id ?? '' });
    expect(twoHomes.status).toBe(400);
    const file = await find('Service contract');
    expect((await create('anna', { Name: 'x', FolderId: file.Id })).status).toBe(404);
    expect((await create('anna', { Name: 'x', FolderId: unknownId })).status).toBe(404);
  });

  it('refuses forbidden extensions and files over the limit, and keeps nothing of them [LIM-11]', async () => {
    expect((await create('anna', { Name: 'tool' }, { name: 'a.EXE', content: 'MZ' })).status).toBe(400);
    expect((await create('anna', { Name: 'big' }, { name: 'a.txt', content: 'x'.repeat(2001) })).status).toBe(
      400,
    );
    expect(
      (await create('anna', { Name: 'fits' }, { name: 'a.txt', content: 'x'.repeat(2000) })).status,
    ).toBe(201);
    expect(names(await list('anna', {}))).not.toEqual(expect.arrayContaining(['tool']));
  });

  it('takes a type from the dictionary of document types and attributes by tag, but no system fields [CON-8]', async () => {
    const type = await typeId('Contract');
    const parts = {
      Name: 'x',
      TypeId: type,
      'Attributes[Pages]': '3',
      'Attributes[Tags]': ['a', 'b'],
      'Attributes[Name]': 'y',
    };
    const { body } = await create('anna', parts);
    expect(body).toMatchObject({ Name: 'x', Type: { Id: type } });
    expect(body.Attributes).toEqual({ Pages: '3', Tags: ['a', 'b'] });
    expect((await create('anna', { Name: 'x', TypeId: unknownId })).status).toBe(400);
  });

  it('takes a form only', async () => {
    expect((await call('anna', 'PUT /api/v3/documents', { Name: 'x' })).status).toBe(415);
  });
});

describe('creating a document from a template', () => {
  const fromTemplate = (login: string, body: object) =>
    call<Document>(login, 'POST /api/v3/documents/CreateFromTemplate', body);

  it("fills tags with the case's values, leaves absent ones empty and uses the root folder of the case [DCO-5]", async () => {
    const template = await find('Reply to claim (template)');
    const root = await find('Smith v. Northbridge Ltd');
    const { status, body } = await fromTemplate('anna', { TemplateId: template.Id, CaseId: root.Case?.Id });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      Case: root.Case,
      Folder: { Id: root.Id },
      Type: template.Type,
      Author: { Name: 'Anna Petrova' },
    });
    const { text } = await download('anna', body.docID);
    expect(text).toContain('Case: Smith v. Northbridge Ltd, No. CL-');
    expect(text).toContain('Court: Eastmoor Commercial Court');
    expect(text).toContain('Amount claimed: 1250000\n\nSigned for');
    expect(text).not.toMatch(/[{}]/);
    expect((await download('anna', template.Id)).text).toContain('{NoSuchTag}');
  });

  it('fills the tags of a .docx too, those in tables, headers and torn into runs among them [DCO-5]', async () => {
    const template = await find('Шаблон ходатайства');
    const CaseId = (await find('Smith v. Northbridge Ltd')).Case?.Id;
    const { status, body } = await fromTemplate('anna', { TemplateId: template.Id, CaseId });
    expect([status, body.FileName]).toEqual([201, 'Шаблон ходатайства.docx']);
    const parts = unzipSync((await download('anna', body.docID)).bytes);
    const words = (path: string) =>
      strFromU8(parts[path] as Uint8Array)
        .replaceAll('</w:p>', '\n')
        .replaceAll(/<[^>]*>/g, '');
    expect(words('word/document.xml')).toContain(
      'По делу CL-2026-000123 о взыскании 1250000 просим отложить заседание.\nДоверитель\nJane Smith\n',
    );
    expect(words('word/document.xml')).toContain('Исполнитель: Anna Petrova');
    expect(words('word/header.xml')).toContain('CL-2026-000123');
    expect(strFromU8(parts['word/document.xml'] as Uint8Array)).not.toMatch(/[{}]/);
  });

  it('uses a subfolder of the case if one is given, and only of that case [DCO-6]', async () => {
    const template = await find('Reply to claim (template)');
    const folder = await find('Photos');
    const CaseId = folder.Case?.Id;
    const good = await fromTemplate('anna', { TemplateId: template.Id, CaseId, FolderId: folder.Id });
    expect(good.body.Folder?.Id).toBe(folder.Id);
    for (const other of ['Exhibits', 'Общие документы / Shared']) {
      const FolderId = (await find(other)).Id;
      expect((await fromTemplate('anna', { TemplateId: template.Id, CaseId, FolderId })).status).toBe(400);
    }
  });

  it('needs Edit on the case and a document that is a template [DCO-7]', async () => {
    const template = await find('Reply to claim (template)');
    const seen = await find('Exhibits');
    const plain = await find('Service contract');
    const CaseId = seen.Case?.Id;
    expect((await fromTemplate('kate', { TemplateId: template.Id, CaseId })).status).toBe(403);
    expect((await fromTemplate('anna', { TemplateId: plain.Id, CaseId })).status).toBe(404);
    expect((await fromTemplate('anna', { TemplateId: unknownId, CaseId })).status).toBe(404);
    expect((await fromTemplate('anna', { TemplateId: template.Id })).status).toBe(400);
  });
});

describe('updating a document', () => {
  const update = (login: string, body: object) => call<Document>(login, 'PUT /api/v3/documents/Update', body);
  const date = '2026-05-06';

  it('ignores the name if the Id is given, and never changes the file [DCO-11]', async () => {
    const item = await find('Service contract');
    const sent = {
      Id: item.Id,
      Name: 'Statement of claim',
      Date: date,
      Attributes: { Pages: null, Room: 7 },
      FileId: unknownId,
    };
    const { status, body } = await update('anna', sent);
    expect(status).toBe(201);
    expect(body).toMatchObject({ Id: item.Id, Name: 'Service contract', Date: '2026-05-06T00:00:00.000Z' });
    expect(body.Attributes).toEqual({ Room: 7 });
    expect([body.FileId, body.Size, body.Version]).toEqual([item.FileId, item.Size, item.Version]);
    expect(await get(item.Id)).toEqual(body);
  });

  it('finds the document by its name alone, if only one has it [DCO-12]', async () => {
    const item = await find('Service contract');
    expect((await update('anna', { Name: item.Name, Date: date })).body.Id).toBe(item.Id);
    await create('anna', { Name: item.Name });
    expect((await update('anna', { Name: item.Name, Date: date })).status).toBe(409);
    expect((await update('anna', { Name: 'No such name', Date: date })).status).toBe(404);
  });

  it('refuses a wrong Id even with a right name, and needs Date and one of Id and Name [DCO-10, ERR-8]', async () => {
    const item = await find('Service contract');
    expect((await update('anna', { Id: unknownId, Name: item.Name, Date: date })).status).toBe(404);
    expect((await update('anna', { Id: item.Id })).status).toBe(400);
    expect((await update('anna', { Id: item.Id, Date: 'soon' })).status).toBe(400);
    expect((await update('anna', { Date: date })).status).toBe(400);
    expect((await update('anna', { Id: (await find('Photos')).Id, Date: date })).status).toBe(404);
  });

  it('changes the type and moves to another folder, if the user has Edit there too [DOC-2]', async () => {
    const item = await find('Service contract');
    const type = await typeId('Amendment');
    const folder = await find('Общие документы / Shared');
    const { body } = await update('anna', { Id: item.Id, Date: date, TypeId: type, FolderId: folder.Id });
    expect(body).toMatchObject({ Type: { Id: type }, Folder: { Id: folder.Id }, Case: null });
    const exhibits = await find('Exhibits');
    expect((await update('kate', { Id: item.Id, Date: date, FolderId: exhibits.Id })).status).toBe(403);
  });

  it('needs Edit [DCO-9]', async () => {
    const seen = await find('Packaging report');
    const hidden = await find('Объяснительная записка');
    expect((await update('kate', { Id: seen.Id, Date: date })).status).toBe(403);
    expect((await update('kate', { Id: hidden.Id, Date: date })).status).toBe(404);
    expect((await update('kate', { Name: hidden.Name, Date: date })).status).toBe(404);
  });
});
