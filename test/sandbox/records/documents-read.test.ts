import { spawnSync } from 'node:child_process';
import { afterAll, describe, expect, it } from 'vitest';
import { createDocumentReader } from '../../../src/documents/reader.ts';
import { unknownId } from '../../support/sample-ids.ts';
import { type Document, names, type Page, type Ref, useDocuments } from './documents.ts';

const { call, list, find, typeId, create, download } = useDocuments();
const reader = createDocumentReader();
afterAll(() => reader.close());
const hasPoppler = spawnSync('pdftotext', ['-v']).error === undefined;

describe('listing documents', () => {
  it('starts at the top of the Documents section [DCO-19]', async () => {
    const top = await list('admin', {});
    expect(top.every((item) => item.Folder === null)).toBe(true);
    expect(names(top)).toEqual(expect.arrayContaining(['Шаблоны / Templates', 'Памятка для новичка']));
  });

  it('shows the contents of a folder, files and folders together unless one kind is requested [DCO-20]', async () => {
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
    expect(names(byOleg)).toEqual([
      'Hearing bundle',
      'Northbridge, first letter (scan)',
      'Northbridge, letter of demand',
      'Service contract',
    ]);
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

  it('lists signatures of any status [DOC-1]', async () => {
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
    const { headers, bytes } = await call('ivan', `GET /api/v3/documents/DownloadAsPdf?docID=${item.Id}`);
    expect(headers.get('content-type')).toBe('application/pdf');
    expect(headers.get('content-disposition')).toContain(encodeURIComponent('Исковое заявление.pdf'));
    const text = Buffer.from(bytes).toString('latin1');
    const table = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1]);
    const offsets = [...text.slice(table).matchAll(/^(\d{10}) 00000 n /gm)].map((match) => Number(match[1]));
    expect(text.slice(table, table + 5)).toBe('xref\n');
    for (const [index, offset] of offsets.entries())
      expect(text.slice(offset).startsWith(`${index + 1} 0 obj\n`)).toBe(true);
    const file = { name: 'claim.pdf', bytes };
    const { parts } = await reader.read(file, undefined, AbortSignal.timeout(30_000));
    const printed = parts[0]?.text ?? '';
    expect(printed).toContain('Учебный документ, вымышленные лица и обстоятельства.');
    const signed = printed.match(/Подписано: .+?, \d{4}-\d\d-\d\d, \w+/g);
    expect(signed?.[0]).toMatch(/: Соловьёв Иван Дмитриевич, \d{4}-\d\d-\d\d, Valid$/);
    expect(signed).toHaveLength(2);
  });

  it.skipIf(!hasPoppler)('prints Cyrillic in an embedded font that another program reads', async () => {
    const item = await find('Исковое заявление');
    const { bytes } = await call('ivan', `GET /api/v3/documents/DownloadAsPdf?docID=${item.Id}`);
    const run = (command: string, ...more: string[]) =>
      spawnSync(command, ['-', ...more], { input: bytes, encoding: 'utf8' }).stdout;
    expect(run('pdffonts')).toMatch(/CID TrueType\s+Identity-H\s+yes yes yes/);
    expect(run('pdftotext', '-')).toContain('Соловьёв Иван Дмитриевич');
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
    const root = await find('Пустая карточка');
    expect((await call('admin', 'DELETE /api/v3/documents', { docID: full.Id })).status).toBe(409);
    expect((await call('admin', 'DELETE /api/v3/documents', { docID: root.Id })).status).toBe(409);
  });
});
