/** Changes of single cases, with the same routes for cases and objects. */
import type { LegalCase } from '../../world.ts';
import { first, list, must, onlyId, type Route, refuse, route, second, type Voice } from '../contract.ts';
import { addCaseFolder, byId, type Memory } from '../memory.ts';
import {
  caseCard,
  caseRow,
  caseRowShape,
  caseShape,
  type SentBlock,
  typeOf,
  withBlocks,
  withoutRow,
} from './case-records.ts';
import {
  assign,
  checkBody,
  checkDuplicates,
  checkVersion,
  createBody,
  found,
  type Head,
  partyBody,
  patchBody,
  putBody,
  relatedBody,
  resolve,
  touch,
} from './case-rules.ts';

const create = (
  memory: Memory,
  sent: Head & {
    ObjectTypeId: string;
    Name: string;
    Number?: string | null;
    Blocks?: SentBlock[] | null;
    CheckForDuplicates?: boolean | null;
  },
) => {
  const type = byId(memory.types, sent.ObjectTypeId);
  if (!type || type.isDeleted) return refuse('Тип объекта не найден или удалён.', 'ObjectTypeId');
  const places = resolve(memory, sent);
  const card = withBlocks(memory, type, {}, sent.Blocks ?? []);
  checkDuplicates(memory, sent.CheckForDuplicates, type.name, sent.Name);
  const id = memory.dice.id();
  const now = memory.clock();
  const item: LegalCase = {
    id,
    name: sent.Name,
    type: type.name,
    isArchived: false,
    createdAt: now,
    changedAt: now,
    parties: [],
    related: [],
    card,
    extra: { version: 1, documentFolderId: addCaseFolder(memory, id, sent.Name), table: [] },
  };
  assign(item, 'number', sent.Number);
  assign(item, 'responsible', places.responsible);
  assign(item, 'project', places.project);
  assign(item, 'folder', places.folder);
  memory.world.cases.push(item);
  return { Id: id };
};

const remove = (memory: Memory, item: LegalCase): void => {
  const { world } = memory;
  world.cases.splice(world.cases.indexOf(item), 1);
  for (const other of world.cases) {
    other.related = other.related.filter((id) => id !== item.id);
    other.extra.table = (other.extra.table as string[]).filter((id) => id !== item.id);
  }
  for (const record of [...world.tasks, ...world.events, ...world.documents])
    if (record.case === item.id) delete record.case;
  for (const [index, folder] of memory.documentFolders.entries()) {
    if (folder.case !== item.id) continue;
    const { case: _, ...rest } = folder;
    memory.documentFolders[index] = rest;
  }
};

const changes = (memory: Memory, base: string, voice: Voice, tag: string, unlisted: boolean): Route[] => {
  const about = { voice, tag };
  const move = (name: 'archive' | 'restore', says: string, to: boolean): Route =>
    route({
      ...about,
      method: 'POST',
      path: `${base}/{id}/${name}`,
      says,
      unlisted,
      body: checkBody,
      reply: [204],
      run: ({ id, body }) => {
        const item = found(memory, id);
        if (item.isArchived === to) refuse(to ? 'Объект уже в архиве.' : 'Объект не в архиве.');
        checkDuplicates(memory, body.CheckForDuplicates, item.type, item.name, item);
        item.isArchived = to;
        touch(memory, item);
      },
    });
  return [
    route({
      ...about,
      method: 'POST',
      path: base,
      says: 'Создание',
      unlisted,
      body: must(createBody),
      reply: [201, onlyId],
      run: ({ body }) => create(memory, body),
    }),
    route({
      ...about,
      method: 'GET',
      path: `${base}/{id}`,
      says: 'Карточка со всеми полями',
      unlisted,
      reply: [200, caseShape],
      run: ({ id }) => caseCard(memory, found(memory, id)),
    }),
    route({
      ...about,
      method: 'PUT',
      path: `${base}/{id}`,
      says: 'Полная замена: не переданные значения и блоки очищаются',
      unlisted,
      body: must(putBody),
      reply: [200, onlyId],
      run: ({ id, body }) => {
        const item = found(memory, id);
        checkVersion(item, body);
        const type = typeOf(memory, item);
        if (body.ObjectTypeId && body.ObjectTypeId !== type.id)
          refuse('Тип объекта изменить нельзя.', 'ObjectTypeId');
        const places = resolve(memory, body);
        const card = withBlocks(memory, type, {}, body.Blocks ?? []);
        checkDuplicates(memory, body.CheckForDuplicates, item.type, body.Name, item);
        item.name = body.Name;
        item.card = card;
        assign(item, 'number', body.Number);
        assign(item, 'responsible', places.responsible);
        assign(item, 'project', places.project);
        assign(item, 'folder', places.folder);
        touch(memory, item);
        return { Id: id };
      },
    }),
    route({
      ...about,
      method: 'PATCH',
      path: `${base}/{id}`,
      says: 'Изменение переданных значений; null очищает',
      unlisted: true,
      body: patchBody,
      reply: [204],
      run: ({ id, body }) => {
        const item = found(memory, id);
        checkVersion(item, body);
        const type = typeOf(memory, item);
        const places = resolve(memory, body);
        if (body.Name === null) refuse('Название обязательно.', 'Name');
        let card = withBlocks(memory, type, item.card, body.Blocks ?? []);
        for (const row of body.DeleteRows ?? []) card = withoutRow(type, card, row.BlockId, row.Order);
        checkDuplicates(memory, body.CheckForDuplicates, item.type, body.Name ?? item.name, item);
        if (body.Name) item.name = body.Name;
        if (body.Number !== undefined) assign(item, 'number', body.Number);
        if (body.ResponsibleId !== undefined) assign(item, 'responsible', places.responsible);
        if (body.ProjectId !== undefined) assign(item, 'project', places.project);
        if (body.FolderId !== undefined) assign(item, 'folder', places.folder);
        item.card = card;
        touch(memory, item);
      },
    }),
    move('archive', 'Отправка в архив', true),
    move('restore', 'Восстановление из архива', false),
    route({
      ...about,
      method: 'DELETE',
      path: `${base}/{id}`,
      says: 'Удаление, только из архива',
      unlisted,
      reply: [204],
      run: ({ id }) => {
        const item = found(memory, id);
        if (!item.isArchived) refuse('Удалить можно только архивный объект.');
        remove(memory, item);
      },
    }),
    route({
      ...about,
      method: 'POST',
      path: `${base}/{id}/participants`,
      says: 'Добавление участника',
      unlisted,
      body: must(partyBody),
      reply: [200, onlyId],
      run: ({ id, body }) => {
        const item = found(memory, id);
        if (!byId(memory.world.participants, body.ParticipantId))
          refuse('Участник не найден.', 'ParticipantId');
        const role = body.RoleId
          ? (byId(memory.roles, body.RoleId)?.name ?? refuse('Роль не найдена.', 'RoleId'))
          : undefined;
        if (item.parties.some((party) => party.participant === body.ParticipantId && party.role === role))
          refuse('Участник уже добавлен.');
        item.parties.push({ participant: body.ParticipantId, ...(role ? { role } : {}) });
        touch(memory, item);
        return { Id: id };
      },
    }),
  ];
};

const related = (memory: Memory): Route[] => {
  const about = { path: '/api/v2/objects/{id}/relatedObjects', voice: second, tag: 'Objects' };
  const others = (ids: string[], id: string): LegalCase[] =>
    ids.map((other) =>
      other === id
        ? refuse('Объект нельзя связать с самим собой.')
        : (byId(memory.world.cases, other) ?? refuse(`Объект ${other} не найден.`, 'ObjectIds')),
    );
  return [
    route({
      ...about,
      method: 'GET',
      says: 'Связанные объекты',
      reply: [200, list(caseRowShape)],
      run: ({ id }) =>
        found(memory, id)
          .related.flatMap((other) => byId(memory.world.cases, other) ?? [])
          .map((item) => caseRow(memory, item)),
    }),
    route({
      ...about,
      method: 'POST',
      says: 'Связать с объектами',
      body: must(relatedBody),
      reply: [204],
      unlisted: true,
      run: ({ id, body }) => {
        const item = found(memory, id);
        for (const other of others(body.ObjectIds, id)) {
          if (!item.related.includes(other.id)) item.related.push(other.id);
          if (!other.related.includes(id)) other.related.push(id);
        }
        touch(memory, item);
      },
    }),
    route({
      ...about,
      method: 'DELETE',
      says: 'Разорвать связь',
      body: must(relatedBody),
      reply: [204],
      unlisted: true,
      run: ({ id, body }) => {
        const item = found(memory, id);
        for (const other of others(body.ObjectIds, id)) {
          item.related = item.related.filter((held) => held !== other.id);
          other.related = other.related.filter((held) => held !== id);
        }
        touch(memory, item);
      },
    }),
  ];
};

/** Routes of single cases and objects. */
export const caseRoutes = (memory: Memory): Route[] => [
  ...changes(memory, '/api/v2/objects', second, 'Objects', false),
  ...changes(memory, '/api/v2/cases', second, 'Cases', false).map((item) => ({
    ...item,
    unlisted: !/archive|restore|participants/.test(item.path),
  })),
  ...changes(memory, '/api/v1/cases', first, 'Cases', true),
  ...related(memory),
];
