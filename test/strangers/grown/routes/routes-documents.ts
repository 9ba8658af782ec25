/** Documents: tree, search, files, templates and signatures. */
import type { StoredDocument } from '../../world.ts';

import {
  FileAnswer,
  guid,
  int,
  list,
  missing,
  must,
  note,
  type Route,
  record,
  refuse,
  route,
} from '../contract.ts';
import { makePdf } from '../files.ts';
import { byId, type Memory, valuesOf } from '../memory.ts';
import { bytesOf, caseOfFolder, folderPath, mimeOf, type Signature, textOf } from '../seed-documents.ts';
import { paged } from './case-selection.ts';
import {
  add,
  card,
  cardVoice,
  createBody,
  docQuery,
  documentRecord,
  folderOf,
  found,
  listBody,
  listVoice,
  row,
  select,
  templateBody,
  typeName,
  updateBody,
} from './document-records.ts';
import { caseCardText } from './routes-case-lists.ts';

const changeRoutes = (memory: Memory): Route[] => {
  const about = { tag: 'Documents', voice: listVoice };
  const { world } = memory;
  return [
    route({
      ...about,
      method: 'PUT',
      path: '/api/v3/documents',
      says: 'Создание документа',
      body: must(createBody),
      reply: [201, card],
      run: ({ body, user }) => {
        const content = Buffer.from(body.FileContent ?? '', 'base64');
        if (body.FileContent && content.length === 0)
          refuse('FileContent не является base64.', 'FileContent');
        const fileName = body.FileName ?? body.Name;
        const made = {
          name: body.Name,
          fileName,
          content,
          folder: folderOf(memory, body.FolderId),
          type: typeName(memory, body.TypeId),
          date: body.Date,
          attributes: body.Attributes,
        };
        return documentRecord(
          memory,
          add(memory, { ...made, text: content.length > 0 ? textOf(fileName, content) : undefined }, user),
        );
      },
    }),
    route({
      ...about,
      method: 'POST',
      path: '/api/v3/documents/CreateFromTemplate',
      says: 'Создание из шаблона (папка «Шаблоны»)',
      body: must(templateBody),
      reply: [201, card],
      unlisted: true,
      run: ({ body, user }) => {
        const template = byId(world.documents, body.TemplateId);
        if (template?.folders[0] !== 'Шаблоны') return refuse('Шаблон не найден.', 'TemplateId');
        const owner = byId(world.cases, body.CaseId) ?? refuse('Дело не найдено.', 'CaseId');
        const folder =
          folderOf(memory, body.FolderId) ?? byId(memory.documentFolders, owner.extra.documentFolderId);
        if (caseOfFolder(memory, folder?.id) !== owner.id) refuse('Папка не принадлежит делу.', 'FolderId');
        const words = (template.text ?? '').replace(/\{\{(\w+)\}\}/g, (_, tag: string) =>
          caseCardText(memory, owner, tag),
        );
        const name = template.name.replace(/^Шаблон /, '');
        const content = bytesOf(template.fileName, name, words);
        return documentRecord(
          memory,
          add(
            memory,
            {
              name,
              fileName: template.fileName.replace(/^Шаблон /, ''),
              content,
              folder,
              type: template.type,
              text: words,
            },
            user,
          ),
        );
      },
    }),
    route({
      ...about,
      method: 'PUT',
      path: '/api/v3/documents/Update',
      says: 'Изменение свойств; не переданные вид и папка не меняются',
      body: must(updateBody),
      reply: [200, record('DocumentId', { DocID: guid })],
      run: ({ body }) => {
        const item = found(memory, body.DocID);
        const { Id, Name } = body.Name;
        const name = Id ? byId(valuesOf(memory, 'Наименования документов'), Id)?.name : Name;
        if (!name)
          return refuse(Id ? 'Наименование с таким Id не найдено.' : 'Наименование обязательно.', 'Name');
        const [type, folder] = [typeName(memory, body.TypeId), folderOf(memory, body.FolderId)];
        item.name = name;
        item.date = body.Date;
        if (type) item.type = type;
        else if (body.TypeId === null) delete item.type;
        if (folder) {
          const owner = caseOfFolder(memory, folder.id);
          item.extra.folderId = folder.id;
          item.folders = folderPath(memory, folder.id);
          if (owner) item.case = owner;
          else delete item.case;
        }
        item.extra.attributes = { ...(item.extra.attributes as Record<string, unknown>), ...body.Attributes };
        item.extra.changedAt = memory.clock();
        return { DocID: item.id };
      },
    }),
    route({
      ...about,
      method: 'DELETE',
      path: '/api/v3/documents',
      says: 'Удаление документа',
      unlisted: true,
      query: docQuery,
      reply: [204],
      run: ({ query }) => {
        const item = found(memory, query.DocID);
        world.documents.splice(world.documents.indexOf(item), 1);
        for (const task of world.tasks) task.documents = task.documents.filter((id) => id !== item.id);
      },
    }),
  ];
};

/** Routes of the section Documents. */
export const documentRoutes = (memory: Memory): Route[] => {
  const about = { tag: 'Documents', voice: listVoice };
  return [
    route({
      ...about,
      method: 'POST',
      path: '/api/v3/documents',
      says: 'Список папок и файлов',
      body: listBody,
      reply: [
        200,
        record('DocumentListResult', {
          Result: record('DocumentList', { List: list(row), Count: note('Всего найдено', int) }),
        }),
      ],
      run: ({ body }) => {
        if ((body.Page ?? 1) < 1 || (body.PageSize ?? 1) < 1)
          refuse('Page и PageSize начинаются с 1.', 'Page');
        const rows = select(memory, body);
        return { Result: { List: paged(rows, body.Page, body.PageSize, 100), Count: rows.length } };
      },
    }),
    ...changeRoutes(memory),
    route({
      ...about,
      method: 'GET',
      path: '/api/v3/documents/Download',
      says: 'Файл документа',
      query: docQuery,
      file: true,
      reply: [200],
      run: ({ query }) => {
        const item = found(memory, query.DocID);
        return new FileAnswer(item.extra.content as Buffer, mimeOf(item.fileName), item.fileName);
      },
    }),
    route({
      ...about,
      method: 'GET',
      path: '/api/v3/documents/DownloadAsPdf',
      says: 'PDF для печати',
      query: docQuery,
      file: true,
      reply: [200],
      unlisted: true,
      run: ({ query }) => {
        const item = found(memory, query.DocID);
        if (item.text === undefined) return refuse('Документ нельзя преобразовать в PDF.', 'DocID');
        const signs = (item.extra.signatures as Signature[]).map(
          (sign) =>
            `Подписано: ${byId(memory.world.users, sign.userId)?.name ?? ''} ${sign.signedAt.toISOString().slice(0, 10)}`,
        );
        return new FileAnswer(
          makePdf([item.text, ...signs].join('\n')),
          'application/pdf',
          `${item.name}.pdf`,
        );
      },
    }),
    route({
      ...about,
      method: 'GET',
      path: '/api/v3/documents/{id}/sign/{userId}',
      says: 'Файл подписи',
      file: true,
      reply: [200],
      unlisted: true,
      run: ({ id, path }) => {
        const holds = (item: StoredDocument): Signature | undefined =>
          (item.extra.signatures as Signature[]).find(
            (sign) => (sign.id === id || item.id === id) && sign.userId === path.userId,
          );
        const item = memory.world.documents.find(holds) ?? missing('Подпись');
        return new FileAnswer(
          Buffer.from(
            `-----BEGIN CMS-----\n${Buffer.from(`${holds(item)?.id} ${item.name}`).toString('base64')}\n-----END CMS-----\n`,
          ),
          'application/pkcs7-signature',
          `${item.fileName}.sig`,
        );
      },
    }),
    route({
      ...about,
      voice: cardVoice,
      method: 'GET',
      path: '/api/v3/documents/{id}',
      says: 'Документ с атрибутами',
      reply: [200, card],
      run: ({ id }) => documentRecord(memory, found(memory, id)),
    }),
  ];
};
