import { z } from 'zod';
import { fileContent, presumed } from '../../src/contract/operations/field-marks.ts';
import { isUsableName, unusableName } from '../../src/contract/operations/file-names.ts';
import type { Area } from '../../src/contract/operations/operation.ts';
import { createdArgument, operation } from '../../src/contract/operations/operation.ts';
import { attributes, caseId, dayOrMoment, id, moment, more, named, paging, text, userId } from './fields.ts';
import { equalsId, from, inFolder, ofMore, until } from './row-checks.ts';

const docID = named('document');
const typeId = named('document type');
const folder = (what = 'Document folder') => named('document folder', what);
const noDocument = 'No such document, or no permission to see it: find it with list_documents.';

export const documents = {
  id: 'documents',
  title: 'Documents',
  search: 'document letter contract',
  operations: [
    operation({
      name: 'create_document',
      title: 'Create document',
      titleRu: 'Создать документ',
      search: { act: 'create add upload', words: 'upload folder scan' },
      route: 'PUT /api/v3/documents',
      certain: ['FolderId'],
      access: 'create',
      fileParts: ['File'],
      body: {
        File: presumed(fileContent.optional().describe('File')),
        Name: presumed(text(255, 'Name').refine(isUsableName, unusableName).optional()),
        FolderId: presumed(folder('Default the case’s, else root').optional()),
        CaseId: presumed(caseId.optional()),
        TypeId: presumed(typeId.optional()),
        Date: presumed(dayOrMoment('Day or ISO 8601 with zone').optional()),
        Attributes: attributes,
        ...more,
      },
      // casebridge sends the folder of the case, because a document without a folder goes to the root of Documents,
      // even if the call names a case.
      target: { tool: 'get_object', args: { id: 'CaseId' } },
      fills: { FolderId: 'DocumentFolderId' },
      stores: { file: { File: { name: 'FileName', size: 'Size' } }, shownBy: 'get_document' },
      undoneBy: { tool: 'delete_document', args: { docID: createdArgument } },
      verifiedBy: 'list_documents',
      description: 'Creates a document; with CaseId in the case’s folder. Needs Edit.',
      errors: { 400: 'The extension or the size is not allowed, or a value is wrong.' },
    }),
    operation({
      name: 'create_document_from_template',
      title: 'Create document from template',
      titleRu: 'Документ по шаблону',
      search: { words: 'generate template create letter' },
      route: 'POST /api/v3/documents/CreateFromTemplate',
      access: 'create',
      certain: ['TemplateId', 'CaseId', 'FolderId'],
      body: {
        TemplateId: presumed(named('template')),
        CaseId: presumed(named('case')),
        FolderId: presumed(folder('Default root of the case').optional()),
        ...more,
      },
      stores: { without: ['TemplateId'], shownBy: 'get_document' },
      fillsTemplate: {
        template: 'TemplateId',
        next: { tool: 'update_document', id: 'Id', fields: ['Date', 'TypeId', 'FolderId'] },
      },
      undoneBy: { tool: 'delete_document', args: { docID: createdArgument } },
      verifiedBy: 'list_documents',
      description:
        'Fills a template (a document, by its name) with the data of a case and files the result there, without a choice of name, type or date. Says which places stayed empty. update_document sets type and date afterwards. An unknown TemplateId is refused with the list of templates. Needs Edit.',
      errors: {
        404: 'TemplateId is not a template, or there is no such case: an unknown TemplateId is refused with the list of templates.',
      },
    }),
    operation({
      name: 'update_document',
      title: 'Update document',
      titleRu: 'Изменить документ',
      search: { words: 'rename move folder type date name title' },
      route: 'PUT /api/v3/documents/Update',
      certain: ['Id', 'Name', 'TypeId', 'Date', 'FolderId'],
      access: 'update',
      body: {
        Id: presumed(docID.optional()),
        Name: presumed(text(255, 'Name; ignored if Id is given').optional()),
        TypeId: presumed(typeId.nullable().optional()),
        Date: presumed(dayOrMoment('Day or ISO 8601 with zone').optional()),
        FolderId: presumed(folder().nullable().optional()),
        Attributes: attributes,
        ...more,
      },
      target: { tool: 'get_document', args: { id: 'Id' } },
      keeps: { TypeId: 'Type', FolderId: 'Folder', Attributes: 'Attributes' },
      fills: { Date: 'Date' },
      loses: {},
      stores: {},
      verifiedBy: 'get_document',
      description:
        'Changes type, date, folder and additional attributes of a document, never its file or name; with Id, null empties and the rest stays. Id or Name is needed; with both, Name is ignored. Needs Edit.',
      errors: { 404: noDocument },
    }),
    operation({
      name: 'get_document',
      title: 'Get document attributes',
      titleRu: 'Сведения о документе',
      search: { words: 'signed author type, attribute, version history' },
      route: 'GET /api/v3/documents/{id}',
      access: 'read',
      params: { id: docID },
      description:
        'Attributes of a document, with its signatures; not its content: download_document. Needs View.',
      errors: { 404: noDocument },
    }),
    operation({
      name: 'list_documents',
      title: 'List documents',
      titleRu: 'Список документов',
      search: { words: 'find folder author date, contract' },
      route: 'POST /api/v3/documents',
      access: 'read',
      certain: [
        'FolderId',
        'EntityKind',
        'TypeId',
        'AuthorId',
        'CreationDateFrom',
        'CreationDateTo',
        'Search',
      ],
      body: {
        FolderId: presumed(folder('A case’s is its DocumentFolderId').optional()),
        EntityKind: presumed(z.enum(['Folder', 'File']).optional().describe('Default both')),
        TypeId: presumed(typeId.optional()),
        AuthorId: presumed(named('user').optional()),
        CreationDateFrom: presumed(moment('Creation date from').optional()),
        CreationDateTo: presumed(moment('Creation date to').optional()),
        Search: presumed(text(500, 'Words').optional()),
        ...paging,
      },
      rows: {
        ...ofMore,
        FolderId: inFolder('Folder', 'FolderId', 'Parent', 'ParentId'),
        EntityKind: {
          is: 'means',
          of: ['EntityKind', 'Kind'],
          values: { Folder: ['folder', 'папка'], File: ['file', 'document', 'файл'] },
        },
        TypeId: equalsId('Type', 'TypeId'),
        AuthorId: equalsId('Author', 'AuthorId'),
        CreationDateFrom: from('CreationDate'),
        CreationDateTo: until('CreationDate'),
        Search: {
          is: 'mentions',
          why: {
            en: 'the words may be in fields that lists do not show',
            ru: 'слова могут быть в полях, которых списки не показывают',
          },
        },
      },
      description:
        'Documents and folders of a folder; without filters, the top of the Documents section. Folders are left out when filtering by type or creation date.',
    }),
    operation({
      name: 'download_document_signature',
      title: 'Download signature file',
      titleRu: 'Скачать файл подписи',
      search: { words: 'signature' },
      route: 'GET /api/v3/documents/{id}/sign/{userId}',
      access: 'read',
      answers: 'file',
      params: { id: id('FileId of the signature, from get_document'), userId },
      description: 'One signature file of a signed document.',
    }),
    operation({
      name: 'download_document',
      title: 'Download document',
      titleRu: 'Скачать документ',
      search: { words: 'content contract' },
      route: 'GET /api/v3/documents/Download',
      access: 'read',
      answers: 'file',
      query: { docID },
      description:
        'The file of a document as it was uploaded. For a signed, printable copy: download_document_pdf.',
      errors: { 404: noDocument },
    }),
    operation({
      name: 'download_document_pdf',
      title: 'Download document as PDF',
      titleRu: 'Скачать документ как PDF',
      search: { words: 'print signature stamp' },
      route: 'GET /api/v3/documents/DownloadAsPdf',
      access: 'read',
      answers: 'file',
      query: { docID: presumed(docID) },
      description: 'The document as a PDF for printing, with its signatures shown on it.',
      errors: { 404: noDocument },
    }),
    operation({
      name: 'delete_document',
      title: 'Delete document',
      titleRu: 'Удалить документ',
      route: 'DELETE /api/v3/documents',
      access: 'delete',
      certain: ['docID'],
      body: { docID: presumed(docID) },
      target: { tool: 'get_document', args: { id: 'docID' } },
      removes: {},
      verifiedBy: 'get_document',
      description: 'Deletes a document with its file. Needs the Change permission.',
      errors: { 404: noDocument },
    }),
  ],
} satisfies Area;
