import type { LegalCase, StoredDocument } from '../../world.ts';
import { cardFields, showValues } from '../cards.ts';
import { typeOf } from '../cases/case-models.ts';
import type { Call, Reply, Route } from '../contract.ts';
import { created, invalidField, notFound, ProblemDetails, route } from '../contract.ts';
import type { Of } from '../schema.ts';
import { toPdf, toZip } from '../seed/file-formats.ts';
import { contentType, encode, folderNames, type Signature } from '../seed/seed-documents.ts';
import { byId, type DocumentFolder, mentioned, put, type Store } from '../store.ts';
import { ById, DocumentDto, DownloadQuery, FromTemplate, show, signatures } from './document-models.ts';

interface Draft {
  readonly name: string;
  readonly fileName: string;
  readonly folder: DocumentFolder | undefined;
  readonly bytes: Uint8Array;
  readonly text?: string | undefined;
  readonly type?: string | undefined;
}

/** Adds a document with its file. */
export function add(
  { store, user, version }: Call<unknown, unknown>,
  draft: Draft,
  more: Partial<StoredDocument> = {},
): Reply {
  const now = store.clock();
  const document: StoredDocument = {
    ...{ id: store.newId(), name: draft.name, author: user.id, createdAt: now, isSigned: false },
    ...{ fileName: draft.fileName, folders: folderNames(store.documentFolders, draft.folder?.id) },
    extra: { folderId: draft.folder?.id, changedAt: now, attributes: {}, signatures: [] },
    ...more,
  };
  Object.assign(document.extra, { folderId: draft.folder?.id, changedAt: now });
  put(document, 'case', draft.folder?.case);
  put(document, 'text', draft.text);
  put(document, 'type', draft.type);
  store.world.documents.push(document);
  store.files.set(document.id, draft.bytes);
  return created(`${store.baseUrl}/api/v${version}/documents/${document.id}`, show(store, document));
}

function values(store: Store, record: LegalCase): Record<string, unknown> {
  const { participants, users } = store.world;
  const client = record.parties.find(({ role }) => role === 'Клиент')?.participant;
  return {
    ...showValues(store, cardFields(typeOf(store, record)), record.card, false),
    Project_Name: record.name,
    Project_FullNumber: record.number,
    Project_Client_Name: participants.find(({ id }) => id === client)?.name,
    Project_Responsible: users.find(({ id }) => id === record.responsible)?.name,
    Project_ProjectType_Name: record.type,
  };
}

function fromTemplate(call: Call<unknown, Of<typeof FromTemplate>>): Reply {
  const { store, body } = call;
  const template = mentioned(store.world.documents, body.TemplateId, 'TemplateId');
  const owner = mentioned(store.world.cases, body.CaseId, 'CaseId');
  if (template === undefined || owner === undefined) throw notFound('Template', body.TemplateId);
  if (template.type !== 'Шаблон') throw invalidField('TemplateId', 'The document is not a template.');
  const folder = mentioned(
    store.documentFolders,
    body.FolderId ?? String(owner.extra.documentFolderId),
    'FolderId',
  );
  if (folder?.case !== owner.id) throw invalidField('FolderId', 'The folder does not belong to the case.');
  const tags = values(store, owner);
  const filled = (template.text ?? '').replace(/\{\{(\w+)\}\}/g, (_, tag: string) => {
    const value = tags[tag] ?? '';
    return value instanceof Date ? value.toISOString().slice(0, 10) : String(value);
  });
  const kind = template.fileName.split('.').at(-1) ?? 'txt';
  const name = body.Name || template.name.replace('Шаблон ', '');
  return add(call, { name, fileName: `${name}.${kind}`, folder, bytes: encode(kind, filled), text: filled });
}

function signatureBytes(store: Store, document: StoredDocument, signature: Signature): Buffer {
  const user = store.world.users.find(({ id }) => id === signature.user);
  const lines = ['-----BEGIN PKCS7-----', `${document.id}|${user?.name}|${signature.signedAt.toISOString()}`];
  return Buffer.from([...lines, '-----END PKCS7-----', ''].join('\n'));
}

function signature({ store, id, path }: Call<unknown, unknown>): Reply {
  for (const document of store.world.documents) {
    const found = signatures(document).find((one) => one.fileId === id && one.user === path.userId);
    if (found === undefined) continue;
    const bytes = signatureBytes(store, document, found);
    return { status: 200, file: { name: found.fileName, type: 'application/pkcs7-signature', bytes } };
  }
  throw notFound('Signature file', id);
}

function download({ store, query }: Call<Of<typeof DownloadQuery>, unknown>): Reply {
  const document = byId(store.world.documents, query.docID, 'Document');
  const bytes = store.files.get(document.id) ?? Buffer.alloc(0);
  if (!query.IncludeSignatures) {
    return { status: 200, file: { name: document.fileName, type: contentType(document.fileName), bytes } };
  }
  const signs = signatures(document).map((one, index): [string, Uint8Array] => {
    return [`${index + 1}-${one.fileName}`, signatureBytes(store, document, one)];
  });
  const zip = toZip([[document.fileName, bytes], ...signs]);
  return { status: 200, file: { name: `${document.name}.zip`, type: 'application/zip', bytes: zip } };
}

function downloadAsPdf({ store, query }: Call<Of<typeof ById>, unknown>): Reply {
  const document = byId(store.world.documents, query.docID, 'Document');
  const stamps = signatures(document).map((one) => {
    const user = store.world.users.find(({ id }) => id === one.user);
    return `Подписано электронной подписью: ${user?.name}, ${one.signedAt.toISOString().slice(0, 10)}`;
  });
  const bytes = toPdf([document.text ?? document.name, '', ...stamps].join('\n'));
  return { status: 200, file: { name: `${document.name}.pdf`, type: 'application/pdf', bytes } };
}

/** Actions that return files or create them from templates. */
export function documentFileRoutes(): Route[] {
  const path = '/api/v{version}/documents';
  const all = { path, versions: [3], tag: 'Documents' };
  const file = { 200: 'file', 404: ProblemDetails } as const;
  return [
    route({
      ...{
        ...all,
        path: `${path}/CreateFromTemplate`,
        method: 'POST',
        summary: 'Creates a document of a template',
      },
      ...{ body: FromTemplate, replies: { 201: DocumentDto }, handle: fromTemplate },
    }),
    route({
      ...{
        ...all,
        path: `${path}/{id}/sign/{userId}`,
        method: 'GET',
        summary: 'Downloads one signature file',
      },
      ...{ replies: file, handle: signature },
    }),
    route({
      ...{
        ...all,
        path: `${path}/Download`,
        method: 'GET',
        summary: 'Downloads the file',
        query: DownloadQuery,
      },
      ...{ replies: file, handle: download },
    }),
    route({
      ...{
        ...all,
        path: `${path}/DownloadAsPdf`,
        method: 'GET',
        summary: 'Downloads a PDF for printing',
        query: ById,
      },
      ...{ replies: file, handle: downloadAsPdf },
    }),
  ];
}
