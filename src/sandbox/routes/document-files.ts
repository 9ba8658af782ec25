import { z } from 'zod';
import { readText } from '../domain/documents/document-template.ts';
import { documentCase, documentType, requireFileDocument } from '../domain/documents/documents.ts';
import { documentOfFile, requireFile, stemOf } from '../domain/documents/files.ts';
import { createPdf } from '../domain/documents/pdf.ts';
import { shownNames } from '../domain/shown-names.ts';
import { notFound } from '../http/errors.ts';
import { guid } from '../http/model-binding.ts';
import { attachment, route } from '../http/route.ts';
import type { DocumentItem, Signature, StoredFile } from '../state/entities/documents.ts';
import type { User } from '../state/entities/users.ts';
import type { World } from '../state/state.ts';

/** Words in a printed document, in the language of the user. */
const words = {
  type: { ru: 'Тип', en: 'Type' },
  date: { ru: 'Дата', en: 'Date' },
  case: { ru: 'Дело', en: 'Case' },
  author: { ru: 'Автор', en: 'Author' },
  file: { ru: 'Файл', en: 'File' },
  signed: { ru: 'Подписано', en: 'Signed' },
} as const;

const docId = z.object({ docID: guid });

/** Routes for files of documents: signatures, the document itself, and its PDF (DCO-14 to DCO-17). */
export const documentFileRoutes = [
  route('GET /api/v3/documents/{id}/sign/{userId}', {
    answers: 'file',
    summary: 'Download one signature file',
    handle: ({ world, user, params }) =>
      attachment(signatureFile(world, user, params.id ?? '', params.userId ?? '')),
  }),
  route('GET /api/v3/documents/Download', {
    answers: 'file',
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
    answers: 'file',
    summary: 'Download a document as a PDF that shows its signatures',
    query: docId,
    handle: ({ world, user, query }) => {
      const item = requireFileDocument(world, user, query.docID, 'View');
      return attachment({
        name: `${stemOf(world.files.get(item.fileId)?.name ?? item.name)}.pdf`,
        mediaType: 'application/pdf',
        bytes: createPdf(item.name, printedLines(world, user, item), signatureLines(world, user, item)),
      });
    },
  }),
];

/**
 * Finds a signature of a user by the id of the signature file or of the signed file. If there are several, returns the
 * latest one.
 */
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

function printedLines(world: World, user: User, item: DocumentItem): string[] {
  const file = world.files.get(item.fileId);
  const names = shownNames(world, user);
  const head: [keyof typeof words, string | undefined][] = [
    ['type', names.of(documentType(world, item.typeId)?.name ?? '')],
    ['date', item.date?.slice(0, 10)],
    ['case', documentCase(world, item)?.name],
    ['author', world.users.get(item.authorId)?.name],
    ['file', file?.name],
  ];
  const text = file && readText(file.bytes);
  return [
    ...head.filter(([, value]) => value).map(([label, value]) => `${words[label][user.language]}: ${value}`),
    '',
    ...(text ? text.split(/\r?\n/) : []),
  ];
}

function signatureLines(world: World, { language }: User, item: DocumentItem): string[] {
  return item.signatures.map((signature) => {
    const name = world.users.get(signature.userId)?.name ?? signature.userId;
    return `${words.signed[language]}: ${name}, ${signature.signedAt.slice(0, 10)}, ${signature.status}`;
  });
}
