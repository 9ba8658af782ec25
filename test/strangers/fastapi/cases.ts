/** Cases (the only objects of this firm), their parties and relations, and lists of their sections. */
import type { LegalCase } from '../world.ts';
import { type Call, HttpError, notFound, paged, type Route, unknownRef } from './app.ts';
import { list, search } from './case-lists.ts';
import type { Item } from './memory.ts';
import { idOf, refTo, showCase, showCaseRow } from './show.ts';

const caseOf = ({ memory, path }: Call, id = path.id): LegalCase =>
  memory.world.cases.find((one) => one.id === id) ?? notFound('Case');
const named = (list: readonly Item[], field: string, id: string | undefined) =>
  id === undefined ? undefined : (list.find((one) => one.id === id)?.name ?? unknownRef(field, id));

function write(call: Call, one: LegalCase, isPatch: boolean): LegalCase {
  const { body, given, memory } = call;
  const { types, projects, folders, world } = memory;
  if (body.is_version_enabled && body.version !== undefined && body.version !== one.extra.version)
    throw new HttpError(409, `Version ${body.version} is out of date`);
  const isSent = (name: string) => !isPatch || given.has(name);
  if (body.check_for_duplicates) {
    const name = isSent('name') ? body.name : one.name;
    const others = world.cases.filter((other) => other !== one && other.name === name);
    if (others.length > 0)
      throw new HttpError(409, undefined, {
        Error: 'Невозможно создать дубликат.',
        ErrorType: 'Conflict',
        ConflictMessage: 'В системе уже есть объекты с похожим набором данных: Название',
        ConflictObjects: others.map(({ id }) => idOf(call, id)),
      });
  }
  if (isSent('responsible_id') && body.responsible_id !== undefined)
    world.users.some(({ id }) => id === body.responsible_id) ||
      unknownRef('responsible_id', body.responsible_id);
  const set: Record<string, () => void> = {
    name: () => Object.assign(one, { name: body.name }),
    number: () => Object.assign(one, { number: body.number }),
    type_id: () => Object.assign(one, { type: named(types, 'type_id', body.type_id) }),
    responsible_id: () => Object.assign(one, { responsible: body.responsible_id }),
    project_id: () => Object.assign(one, { project: named(projects, 'project_id', body.project_id) }),
    folder_id: () => Object.assign(one, { folder: named(folders, 'folder_id', body.folder_id) }),
    description: () => Object.assign(one.extra, { description: body.description }),
    custom_fields: () => {
      const values = Object.entries(body.custom_fields ?? {}).map(([tag, value]) => [
        tag,
        readCard(tag, value),
      ]);
      one.card = isPatch ? { ...one.card, ...Object.fromEntries(values) } : Object.fromEntries(values);
    },
  };
  for (const [name, change] of Object.entries(set)) if (isSent(name)) change();
  one.changedAt = new Date();
  one.extra.version = Number(one.extra.version ?? 0) + 1;
  return one;
}

function readCard(tag: string, value: unknown): unknown {
  if (value === null) return undefined;
  if (tag.startsWith('Дата_')) {
    const moment = new Date(String(value));
    if (Number.isNaN(moment.getTime()))
      throw new HttpError(422, [
        {
          type: 'datetime_parsing',
          loc: ['body', 'custom_fields', tag],
          msg: 'Input should be a valid datetime',
        },
      ]);
    return moment;
  }
  return value;
}

function create(call: Call) {
  const { memory } = call;
  const id = memory.nextId('cases');
  const folder = { id: memory.nextId('documents'), name: call.body.name, case: id };
  const one: LegalCase = {
    ...{
      id,
      name: call.body.name,
      type: '',
      isArchived: false,
      createdAt: new Date(),
      changedAt: new Date(),
    },
    ...{ parties: [], related: [], card: {}, extra: { version: 0, documentFolder: folder.id } },
  };
  write(call, one, false);
  memory.documentFolders.push(folder);
  memory.world.cases.push(one);
  return showCase(call, one);
}

function archive(isArchived: boolean) {
  return (call: Call) => {
    const one = caseOf(call);
    if (one.isArchived === isArchived)
      throw new HttpError(409, `Case is ${isArchived ? 'already' : 'not'} archived`);
    one.isArchived = isArchived;
    one.changedAt = new Date();
    return showCaseRow(call, one);
  };
}

function remove(call: Call) {
  const one = caseOf(call);
  if (!one.isArchived) throw new HttpError(409, 'Only archived cases may be deleted');
  const { world } = call.memory;
  world.cases.splice(world.cases.indexOf(one), 1);
  for (const other of world.cases) other.related = other.related.filter((id) => id !== one.id);
  for (const other of [...world.tasks, ...world.events, ...world.documents])
    if (other.case === one.id) delete other.case;
}

function addParty(call: Call) {
  const { body, memory } = call;
  const one = caseOf(call);
  memory.world.participants.some(({ id }) => id === body.participant_id) ||
    unknownRef('participant_id', body.participant_id);
  const role = named(memory.roles, 'role_id', body.role_id);
  one.parties.push({ participant: body.participant_id, ...(role === undefined ? {} : { role }) });
  return showCase(call, one);
}

function relate(isAdded: boolean) {
  return (call: Call) => {
    const one = caseOf(call);
    for (const id of call.body.object_ids as string[]) {
      const other = call.memory.world.cases.find((found) => found.id === id) ?? unknownRef('object_ids', id);
      for (const [own, foreign] of [
        [one, other],
        [other, one],
      ] as const)
        own.related = [
          ...own.related.filter((known) => known !== foreign.id),
          ...(isAdded ? [foreign.id] : []),
        ];
    }
    return related(call);
  };
}
const related = (call: Call) => caseOf(call).related.map((id) => refTo(call, call.memory.world.cases, id));

const query = paged({
  ...{ object_class_id: 'id?', type_id: 'id?', project_id: 'id?', folder_id: 'id?', responsible_id: 'id?' },
  ...{ status: 'CaseStatus?', created_at_from: 'datetime?', created_at_to: 'datetime?' },
  ...{ updated_at_from: 'datetime?', updated_at_to: 'datetime?' },
});
const get = (call: Call) => showCase(call, caseOf(call));

export const caseRoutes: readonly Route[] = [
  ...['objects', 'cases'].flatMap((name): Route[] => [
    { at: `GET /api/v2/${name}`, summary: `List ${name}`, query, answer: 'Page[CaseRow]', run: list },
    {
      at: `POST /api/v2/${name}`,
      summary: `Create ${name}`,
      body: 'CaseIn',
      answer: 'CaseOut',
      status: 201,
      run: create,
    },
    { at: `GET /api/v2/${name}/{id}`, summary: `Get ${name}`, answer: 'CaseOut', run: get },
    {
      at: `PUT /api/v2/${name}/{id}`,
      summary: `Update ${name}`,
      body: 'CaseIn',
      answer: 'CaseOut',
      run: (call) => showCase(call, write(call, caseOf(call), false)),
    },
    {
      at: `PATCH /api/v2/${name}/{id}`,
      summary: `Edit ${name}`,
      body: 'CasePatch',
      answer: 'CaseOut',
      run: (call) => showCase(call, write(call, caseOf(call), true)),
    },
    { at: `DELETE /api/v2/${name}/{id}`, summary: `Delete ${name}`, status: 204, run: remove },
    {
      at: `POST /api/v2/${name}/{id}/archive`,
      summary: `Archive ${name}`,
      answer: 'CaseRow',
      run: archive(true),
    },
    {
      at: `POST /api/v2/${name}/{id}/restore`,
      summary: `Restore ${name}`,
      answer: 'CaseRow',
      run: archive(false),
    },
    {
      at: `POST /api/v2/${name}/{id}/participants`,
      summary: `Add participant to ${name}`,
      body: 'PartyIn',
      answer: 'CaseOut',
      status: 201,
      run: addParty,
    },
  ]),
  {
    at: 'GET /api/v2/objects/{id}/relatedObjects',
    summary: 'List related objects',
    answer: '[Ref]',
    run: related,
  },
  {
    at: 'POST /api/v2/objects/{id}/relatedObjects',
    summary: 'Add related objects',
    body: 'RelatedIn',
    answer: '[Ref]',
    status: 201,
    run: relate(true),
  },
  {
    at: 'DELETE /api/v2/objects/{id}/relatedObjects',
    summary: 'Delete related objects',
    body: 'RelatedIn',
    answer: '[Ref]',
    run: relate(false),
  },
  {
    at: 'POST /api/v3/objects/GetObjects',
    summary: 'Search objects',
    body: 'CaseSearch',
    answer: 'Page[CaseOut]',
    run: search,
  },
  {
    at: 'POST /api/v3/objects/GetCases',
    summary: 'Search cases',
    body: 'CaseSearch',
    answer: 'Page[CaseOut]',
    run: search,
  },
];
