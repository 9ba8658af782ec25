import { describe, expect, it } from 'vitest';
import { unknownId } from '../../support/sample-ids.ts';
import { useSandbox } from '../../support/sandbox.ts';
import { form } from '../client.ts';

interface Ref {
  Id: string;
  Name: string;
}
interface Document {
  Id: string;
  docID: string;
  Name: string;
  EntityKind: 'File' | 'Folder';
  Type: Ref | null;
  Date: string | null;
  Case: Ref | null;
  Folder: { Id: string } | null;
  Author: Ref | null;
  FileId: string | null;
  FileName: string | null;
  Size: number | null;
  Extension: string | null;
  Version: number;
  CreationDate: string;
  Signatures: { UserId: string; UserName: string; Date: string; Status: string; FileId: string }[];
  Attributes: Record<string, unknown>;
}
interface Page {
  Items: Document[];
  NextPageUrl: string | null;
}

const sandbox = useSandbox({ settings: { maxFileSize: 2000 } });
const { call } = sandbox;

const list = async (login: string, body: object) =>
  (await call<Page>(login, 'POST /api/v3/documents', body)).body.Items;
const names = (items: Document[]) => items.map((item) => item.Name);

/** The only document of the section with this name, as an administrator sees it. */
async function find(name: string): Promise<Document> {
  const found = (await list('admin', { Search: name })).filter((item) => item.Name === name);
  expect(found).toHaveLength(1);
  return found[0] as Document;
}

async function typeId(name: string): Promise<string> {
  const dictionaries = (
    await call<{ Items: (Ref & { SysName: string })[] }>('admin', 'GET /api/v2/dictionaries')
  ).body.Items;
  const dictionary = dictionaries.find((item) => item.SysName === 'DocumentType') as Ref;
  const values = (await call<{ Items: Ref[] }>('admin', `GET /api/v2/dictionaries/${dictionary.Id}/values`))
    .body.Items;
  return (values.find((item) => item.Name.endsWith(name)) as Ref).Id;
}

const create = (
  login: string,
  parts: Record<string, string | readonly string[]>,
  file?: Parameters<typeof form>[1],
) => call<Document>(login, 'PUT /api/v3/documents', form(parts, file));
const get = async (id: string) => (await call<Document>('admin', `GET /api/v3/documents/${id}`)).body;
const download = (login: string, id: string) => call(login, `GET /api/v3/documents/Download?docID=${id}`);

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

  it('uses a subfolder of the case where one is given, and of that case only [DCO-6]', async () => {
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

  it('ignores the name where the Id is given, and never touches the file [DCO-11]', async () => {
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

  it('refuses a wrong Id even beside a right name, and needs Date and one of Id and Name [DCO-10, ERR-8]', async () => {
    const item = await find('Service contract');
    expect((await update('anna', { Id: unknownId, Name: item.Name, Date: date })).status).toBe(404);
    expect((await update('anna', { Id: item.Id })).status).toBe(400);
    expect((await update('anna', { Id: item.Id, Date: 'soon' })).status).toBe(400);
    expect((await update('anna', { Date: date })).status).toBe(400);
    expect((await update('anna', { Id: (await find('Photos')).Id, Date: date })).status).toBe(404);
  });

  it('changes the type and moves to another folder, where Edit is needed too [DOC-2]', async () => {
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

describe('listing documents', () => {
  it('starts at the top of the Documents section [DCO-19]', async () => {
    const top = await list('admin', {});
    expect(top.every((item) => item.Folder === null)).toBe(true);
    expect(names(top)).toEqual(expect.arrayContaining(['Шаблоны / Templates', 'Памятка для новичка']));
  });

  it('shows what a folder holds, files and folders alike unless one kind is asked for [DCO-20]', async () => {
    const FolderId = (await find('Evidence')).Id;
    const expected = ['Photos', 'Expert report, A. Whitcombe', 'Service contract'];
    expect(names(await list('anna', { FolderId }))).toEqual(expected);
    expect(names(await list('anna', { FolderId, EntityKind: 'Folder' }))).toEqual(['Photos']);
    expect(names(await list('anna', { FolderId, EntityKind: 'File' }))).toEqual(expected.slice(1));
    expect((await call('anna', 'POST /api/v3/documents', { FolderId: unknownId })).status).toBe(404);
    expect((await call('anna', 'POST /api/v3/documents', { EntityKind: 'Link' })).status).toBe(400);
  });

  it('leaves folders out when filtering by type or creation date [DCO-21]', async () => {
    const FolderId = (await find('Smith v. Northbridge Ltd')).Id;
    const contracts = await list('anna', { FolderId, TypeId: await typeId('Contract') });
    expect(names(contracts)).toEqual(['Service contract']);
    const CreationDateFrom = new Date(Date.now() - 119 * 86_400_000).toISOString();
    const recent = await list('anna', { FolderId, CreationDateFrom });
    expect(recent.length).toBeGreaterThan(5);
    expect(recent.every((item) => item.EntityKind === 'File')).toBe(true);
    expect(await list('anna', { FolderId, CreationDateTo: CreationDateFrom })).toEqual([]);
    expect(await list('anna', { FolderId, EntityKind: 'Folder', CreationDateFrom })).toEqual([]);
  });

  it('filters by author and by a free text, wherever below the folder [DCO-22]', async () => {
    const item = await find('Service contract');
    const FolderId = (await find('Smith v. Northbridge Ltd')).Id;
    const byOleg = await list('anna', { FolderId, AuthorId: item.Author?.Id });
    expect(names(byOleg)).toEqual(['Hearing bundle', 'Service contract']);
    expect(names(await list('anna', { FolderId, Search: 'PRIVILEGED' }))).toEqual([
      'Settlement agreement (draft)',
    ]);
    expect(names(await list('anna', { Search: 'накладн' }))).toEqual([]);
  });

  it('shows documents of visible cases only [DCO-23]', async () => {
    expect(names(await list('kate', { Search: 'записка' }))).toEqual([]);
    expect(names(await list('head', { Search: 'записка' }))).toEqual(['Объяснительная записка']);
    const ofClient = await list('client1', { CreationDateFrom: '2000-01-01' });
    expect(new Set(ofClient.map((item) => item.Case?.Name))).toEqual(new Set(['Smith v. Northbridge Ltd']));
  });

  it('comes in pages', async () => {
    const first = await call<Page>('admin', 'POST /api/v3/documents', {
      CreationDateFrom: '2000-01-01',
      PageSize: 10,
    });
    expect(first.body.Items).toHaveLength(10);
    expect(first.body.NextPageUrl).toMatch(/page=2&pageSize=10$/);
    const second = await list('admin', { CreationDateFrom: '2000-01-01', PageSize: 10, Page: 2 });
    expect(names(second)).not.toEqual(names(first.body.Items));
  });
});

describe('reading and deleting a document', () => {
  it('needs View [DCO-13]', async () => {
    const hidden = await find('Объяснительная записка');
    for (const path of ['/', '/Download?docID=', '/DownloadAsPdf?docID='])
      expect((await call('kate', `GET /api/v3/documents${path}${hidden.Id}`)).status).toBe(404);
    expect((await call('kate', `GET /api/v3/documents/${(await find('Packaging report')).Id}`)).status).toBe(
      200,
    );
  });

  it('downloads the file under its own name, Cyrillic included [DCO-16]', async () => {
    const item = await find('Исковое заявление');
    const { status, headers, bytes } = await download('ivan', item.Id);
    expect([status, bytes.length]).toEqual([200, item.Size]);
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="_______ _________.txt"; filename*=UTF-8''${encodeURIComponent('Исковое заявление.txt')}`,
    );
    expect((await call('ivan', 'GET /api/v3/documents/Download')).status).toBe(400);
    expect((await download('ivan', (await find('Переписка')).Id)).status).toBe(404);
    const bare = await create('ivan', { Name: 'Without a file' });
    expect((await download('ivan', bare.body.Id)).status).toBe(404);
  });

  it('lists signatures whatever their status [DOC-1]', async () => {
    const item = await find('Settlement agreement (draft)');
    expect(item.Signatures.map(({ UserName, Status }) => [UserName, Status])).toEqual([
      ['Anna Petrova', 'Valid'],
      ['John Hale', 'Revoked'],
    ]);
  });

  it('downloads one signature by the file that holds it and the user who signed [DCO-14]', async () => {
    const item = await find('Settlement agreement (draft)');
    const [mine, other] = item.Signatures as [Document['Signatures'][0], Document['Signatures'][0]];
    const sign = (login: string, id: string | null, user: string) =>
      call(login, `GET /api/v3/documents/${id}/sign/${user}`);
    const { status, headers, text } = await sign('anna', mine.FileId, mine.UserId);
    expect([status, text]).toEqual([200, 'sample signature of smithSettlement by anna\n']);
    expect(headers.get('content-disposition')).toContain('smithSettlement-anna.sig');
    expect((await sign('anna', item.FileId, other.UserId)).text).toContain('by john');
    expect((await sign('anna', mine.FileId, other.UserId)).status).toBe(404);
    expect((await sign('anna', item.Id, mine.UserId)).status).toBe(404);
    expect((await sign('client2', mine.FileId, mine.UserId)).status).toBe(404);
  });

  it('prints a valid PDF with the signatures laid over [DCO-17]', async () => {
    const item = await find('Исковое заявление');
    const { headers, text } = await call('ivan', `GET /api/v3/documents/DownloadAsPdf?docID=${item.Id}`);
    expect(headers.get('content-type')).toBe('application/pdf');
    expect(headers.get('content-disposition')).toContain(encodeURIComponent('Исковое заявление.pdf'));
    const table = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1]);
    const offsets = [...text.slice(table).matchAll(/^(\d{10}) 00000 n /gm)].map((match) => Number(match[1]));
    expect(text.slice(table, table + 5)).toBe('xref\n');
    for (const [index, offset] of offsets.entries())
      expect(text.slice(offset).startsWith(`${index + 1} 0 obj\n`)).toBe(true);
    // Text is written in Windows-1251 codes: 'Signed: ' is plain ASCII.
    const overlay = [...text.matchAll(/<([0-9a-f]*5369676e65643a20[0-9a-f]+)>/g)];
    const lines = overlay.map((match) =>
      new TextDecoder('windows-1251').decode(Buffer.from(match[1] as string, 'hex')),
    );
    expect(lines[0]).toMatch(/^Подписано \/ Signed: Соловьёв Иван Дмитриевич, \d{4}-\d\d-\d\d, Valid$/);
    expect(lines).toHaveLength(2);
  });

  it('deletes with Edit, by body or by query, and the file goes with the document [DCO-18]', async () => {
    const item = await find('Packaging report');
    expect((await call('kate', 'DELETE /api/v3/documents', { docID: item.Id })).status).toBe(403);
    expect((await call('john', 'DELETE /api/v3/documents', { docID: item.Id })).status).toBe(204);
    expect((await call('john', `GET /api/v3/documents/${item.Id}`)).status).toBe(404);
    expect((await call('john', `GET /api/v2/download/${item.FileId}`)).status).toBe(404);
    const second = await create('anna', { Name: 'x' });
    expect((await call('anna', `DELETE /api/v3/documents?docID=${second.body.Id}`)).status).toBe(204);
    expect((await call('anna', 'DELETE /api/v3/documents')).status).toBe(400);
  });

  it('detaches a deleted document from tasks', async () => {
    const path = 'GET /api/v2/tasks?PageSize=100';
    const tasks = async () =>
      (await call<{ Items: { Documents?: Ref[] }[] }>('admin', path)).body.Items.flatMap(
        (task) => task.Documents ?? [],
      );
    const [attached] = await tasks();
    expect((await call('admin', 'DELETE /api/v3/documents', { docID: attached?.Id })).status).toBe(204);
    expect((await tasks()).filter((item) => item.Id === attached?.Id)).toEqual([]);
  });

  it('keeps folders that hold something and the root folders of cases', async () => {
    const full = await find('Evidence');
    const root = await find('Пустая карточка / Empty card');
    expect((await call('admin', 'DELETE /api/v3/documents', { docID: full.Id })).status).toBe(409);
    expect((await call('admin', 'DELETE /api/v3/documents', { docID: root.Id })).status).toBe(409);
  });
});
