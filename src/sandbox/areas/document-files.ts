import { z } from 'zod';
import { guid } from '../bind.ts';
import type { DocumentItem, Signature, StoredFile, User } from '../entities.ts';
import { notFound } from '../errors.ts';
import { attachment, route } from '../route.ts';
import { readText } from '../rules/document-template.ts';
import { documentCase, documentType, requireFileDocument } from '../rules/documents.ts';
import { documentOfFile, requireFile, stemOf } from '../rules/files.ts';
import { createPdf } from '../rules/pdf.ts';
import type { World } from '../world.ts';

const docId = z.object({ docID: guid });

/** The files of documents: signatures, the document itself, its printed form (`api.md`, Documents, v3). */
export const documentFileRoutes = [
  route('GET /api/v3/documents/{id}/sign/{userId}', {
    summary: 'Download one signature file',
    handle: ({ world, user, params }) =>
      attachment(signatureFile(world, user, params.id ?? '', params.userId ?? '')),
  }),
  route('GET /api/v3/documents/Download', {
    summary: 'Download the file of a document',
    query: docId,
    handle: ({ world, user, query }) => {
      const item = requireFileDocument(world, user, query.docID, 'View');
      const file = world.files.get(item.fileId);
      if (!file) throw notFound('File of the document', item.id);
      return attachment(file);
    },
  }),
  route('GET /api/v3/documents/DownloadAsPdf', {
    summary: 'Download a document as PDF with its signatures laid over',
    query: docId,
    handle: ({ world, user, query }) => {
      const item = requireFileDocument(world, user, query.docID, 'View');
      return attachment({
        name: `${stemOf(world.files.get(item.fileId)?.name ?? item.name)}.pdf`,
        mediaType: 'application/pdf',
        bytes: createPdf(item.name, printedLines(world, item), signatureLines(world, item)),
      });
    },
  }),
];

/** By the file that holds the signature, or by the signed file, and the user who signed; the latest counts. */
function signatureFile(world: World, user: User, fileId: string, userId: string): StoredFile {
  const id = fileId.toLowerCase();
  const item = documentOfFile(world, id);
  const file = item && signatureOf(item, id, userId.toLowerCase());
  if (!file) throw notFound('Signature', fileId);
  return requireFile(world, user, file.fileId);
}

function signatureOf(item: DocumentItem, fileId: string, userId: string): Signature | undefined {
  return item.signatures
    .filter((signature) => signature.userId === userId)
    .filter((signature) => signature.fileId === fileId || item.fileId === fileId)
    .sort((left, right) => right.signedAt.localeCompare(left.signedAt))[0];
}

function printedLines(world: World, item: DocumentItem): string[] {
  const file = world.files.get(item.fileId);
  const head: [string, string | undefined][] = [
    ['Тип / Type', documentType(world, item.typeId)?.name],
    ['Дата / Date', item.date?.slice(0, 10)],
    ['Дело / Case', documentCase(world, item)?.name],
    ['Автор / Author', world.users.get(item.authorId)?.name],
    ['Файл / File', file?.name],
  ];
  const text = file && readText(file.bytes);
  return [
    ...head.filter(([, value]) => value).map(([label, value]) => `${label}: ${value}`),
    '',
    ...(text ? text.split(/\r?\n/) : []),
  ];
}

function signatureLines(world: World, item: DocumentItem): string[] {
  return item.signatures.map((signature) => {
    const name = world.users.get(signature.userId)?.name ?? signature.userId;
    return `Подписано / Signed: ${name}, ${signature.signedAt.slice(0, 10)}, ${signature.status}`;
  });
}
