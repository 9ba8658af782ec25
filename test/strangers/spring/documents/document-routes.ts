import type { StoredDocument } from '../../world.ts';
import { checkVersion } from '../cases/cards.ts';
import { assign, byId, iso, type Memory, more } from '../memory.ts';
import { list, opt, record, uuid } from '../schema.ts';
import {
  created,
  Fault,
  missing,
  none,
  ok,
  page,
  pageAsk,
  type Reply,
  type Route,
  refuse,
  route,
} from '../server.ts';
import * as documents from './documents.ts';
import { attachment, makePdf } from './files.ts';

const tag = 'document-controller';

function fileOf(memory: Memory, one: StoredDocument) {
  const file = memory.files.get(more.document(one).fileId ?? '');
  if (!file) throw new Fault(404, `Document ${one.id} has no file`);
  return file;
}

function fileReply(name: string, contentType: string, bytes: Buffer): Reply {
  return { status: 200, bytes, headers: { 'content-type': contentType, ...attachment(name) } };
}

function printed(memory: Memory, one: StoredDocument): Buffer {
  const stamps = more.document(one).signatures.map(({ userId, signedAt }) => {
    const name = byId(memory.world.users, userId)?.name ?? userId;
    return `Подписано электронной подписью: ${name}, ${iso(signedAt)}`;
  });
  return makePdf([one.text ?? one.name, ...(stamps.length > 0 ? ['', ...stamps] : [])].join('\n'));
}

function signatureOf(memory: Memory, id: string, userId: string) {
  for (const one of memory.world.documents) {
    const { fileId, signatures } = more.document(one);
    const mine = signatures.find(
      (sign) => sign.userId === userId && [one.id, fileId, sign.fileId].includes(id),
    );
    const file = mine && memory.files.get(mine.fileId);
    if (file) return file;
  }
  throw missing('Signature', id);
}

export const documentRoutes: Route[] = [
  route({
    method: 'PUT',
    paths: ['/api/v3/documents'],
    tag,
    name: 'createDocument',
    summary: 'Creates a document, with a file when one is sent',
    body: documents.createRequest,
    multipart: true,
    answers: { 201: documents.documentDto },
    handle({ memory, user, body, file: part }) {
      const { fileName, contentType, content } = body;
      const type = contentType ?? 'application/octet-stream';
      const inBody =
        typeof content === 'string'
          ? {
              name: fileName ?? body.name ?? 'document',
              contentType: type,
              bytes: Buffer.from(content, 'base64'),
            }
          : undefined;
      const file = part ?? inBody;
      const { name, type: kind } = documents.resolve(memory, body, file?.name);
      const { folderId } = body;
      const made = documents.add(memory, user, {
        name,
        ...(folderId ? { folderId } : {}),
        ...(file ? { file } : {}),
      });
      assign(made, 'type', kind);
      assign(made, 'date', body.date);
      more.document(made).additional = body.additionalAttributes ?? {};
      return created(documents.view(memory, made));
    },
  }),
  route({
    method: 'POST',
    paths: ['/api/v3/documents/CreateFromTemplate'],
    tag,
    name: 'createDocumentFromTemplate',
    summary: 'Creates a document of a case; templates are the files of the folder of templates',
    body: record('DocumentFromTemplateRequest', { templateId: uuid, caseId: uuid, folderId: opt(uuid) }),
    answers: { 201: documents.documentDto },
    handle({ memory, user, body: { templateId, caseId, folderId } }) {
      const made = documents.fromTemplate(memory, user, templateId, caseId, folderId);
      return created(documents.view(memory, made));
    },
  }),
  route({
    method: 'PUT',
    paths: ['/api/v3/documents/Update'],
    tag,
    name: 'updateDocument',
    summary: 'Replaces the attributes of a document; without folderId it stays where it is',
    body: documents.updateRequest,
    answers: { 204: null },
    handle({ memory, body }) {
      const one = documents.documentOf(memory, body.docId);
      const own = more.document(one);
      checkVersion(own.version, body.version);
      const { name, type } = documents.resolve(memory, body);
      one.name = name;
      one.date = body.date;
      assign(one, 'type', type);
      own.additional = body.additionalAttributes ?? {};
      if (body.folderId) {
        own.folderId = body.folderId;
        one.folders = documents.folderPath(memory.docFolders, body.folderId);
        assign(one, 'case', byId(memory.docFolders, body.folderId)?.caseId);
      }
      own.changedAt = memory.now();
      own.version += 1;
      return none();
    },
  }),
  route({
    method: 'GET',
    paths: ['/api/v3/documents/{id}'],
    tag,
    name: 'getDocument',
    summary: 'Document by id',
    answers: { 200: documents.documentDto },
    handle: ({ memory, variable }) => ok(documents.view(memory, documents.documentOf(memory, variable()))),
  }),
  route({
    method: 'POST',
    paths: ['/api/v3/documents'],
    tag,
    name: 'findDocuments',
    summary: 'What a folder holds, or what a search finds below it',
    body: documents.filterRequest,
    bodyOptional: true,
    paging: { ...documents.PAGES, sort: Object.keys(documents.SORTS) },
    answers: { 200: documents.listedDto },
    handle({ memory, body, search }) {
      const parent = body.parentFolderId;
      if (parent && !byId(memory.docFolders, parent))
        throw refuse('parentFolderId', parent, 'folder not found', 'NotFound');
      const rows = documents.find(memory, body);
      return page(pageAsk(search), documents.PAGES, rows, documents.SORTS, (row) => row);
    },
  }),
  route({
    method: 'GET',
    paths: ['/api/v3/documents/{id}/sign/{userId}'],
    tag,
    name: 'downloadSignature',
    summary: 'The signature of one user; id is that of the document, of its file or of the signature file',
    answers: { 200: 'bytes' },
    handle({ memory, variable }) {
      const file = signatureOf(memory, variable(), variable('userId'));
      return fileReply(file.name, file.contentType, file.bytes);
    },
  }),
  route({
    method: 'GET',
    paths: ['/api/v3/documents/Download'],
    tag,
    name: 'downloadDocument',
    summary: 'The file of a document',
    query: { docId: uuid },
    answers: { 200: 'bytes' },
    handle({ memory, query }) {
      const file = fileOf(memory, documents.documentOf(memory, query.docId));
      return fileReply(file.name, file.contentType, file.bytes);
    },
  }),
  route({
    method: 'GET',
    paths: ['/api/v3/documents/DownloadAsPdf'],
    tag,
    name: 'downloadDocumentAsPdf',
    summary: 'The document for printing, with its signatures',
    query: { docId: uuid },
    answers: { 200: 'bytes' },
    handle({ memory, query }) {
      const one = documents.documentOf(memory, query.docId);
      return fileReply(`${one.name}.pdf`, 'application/pdf', printed(memory, one));
    },
  }),
  route({
    method: 'DELETE',
    paths: ['/api/v3/documents'],
    tag,
    name: 'deleteDocuments',
    summary: 'Deletes documents',
    query: { docId: list(uuid) },
    answers: { 204: null },
    handle({ memory, query }) {
      const { world } = memory;
      const gone = query.docId.map((id) => documents.documentOf(memory, id));
      for (const one of gone) world.documents.splice(world.documents.indexOf(one), 1);
      for (const task of world.tasks)
        task.documents = task.documents.filter((id) => !query.docId.includes(id));
      return none();
    },
  }),
];
