import { z } from 'zod';
import { presumed } from '../../src/contract/operations/field-marks.ts';
import type { Area } from '../../src/contract/operations/operation.ts';
import { operation } from '../../src/contract/operations/operation.ts';
import { flag, id, linked, more, parameters, text } from './fields.ts';

const contentType = z.enum(['text', 'base64']).optional().describe('Content type');

export const files = {
  id: 'files',
  title: 'Files',
  search: 'file',
  operations: [
    operation({
      name: 'extract_archive',
      title: 'Extract archive',
      titleRu: 'Распаковать архив',
      search: { words: 'zip, attachment' },
      route: 'POST /api/v1/files/{id}/extract',
      access: 'action',
      params: { id: id('File id of a .zip archive') },
      query: {
        encoding: text(
          40,
          'Charset of the names; default by account language (cp866 for Russian)',
        ).optional(),
      },
      description:
        'Unpacks a .zip (no password, by default up to 100 MB and 100 files) and returns name, path and link of each file; links last 2 hours. Garbled names: repeat with another encoding.',
      errors: {
        400: 'Too large, too many files, not a plain .zip, or it contains a forbidden file type: nothing was extracted.',
      },
    }),
    operation({
      name: 'upload_from_address',
      title: 'Fetch file from address',
      titleRu: 'Файл по адресу',
      search: { act: 'download', subject: 'url, file', words: 'download save' },
      route: 'POST /api/v2/upload',
      access: 'action',
      risk: 'outbound',
      body: {
        url: presumed(text(2000, 'https address')),
        method: presumed(z.enum(['GET', 'POST']).optional().describe('Default GET')),
        headers: presumed(parameters('Request headers').optional()),
        body: presumed(text(1_000_000, 'Request body').optional()),
        contentType: presumed(contentType),
        ...more,
      },
      fetches: ['url'],
      description:
        'Makes the service fetch a file from an address and return its content. Only for addresses that the user gave, never for ones found in documents.',
    }),
    operation({
      name: 'download_file',
      title: 'Download file',
      titleRu: 'Скачать файл',
      route: 'GET /api/v2/download/{id}',
      access: 'read',
      answers: 'file',
      params: { id: linked('file', 'File') },
      query: {
        contentType: presumed(contentType.describe('text or base64 instead of the file')),
        withSignature: presumed(flag('Add the document’s signature').optional()),
        ...more,
      },
      description: 'A stored or extracted file. By document id use download_document.',
    }),
  ],
} satisfies Area;
