/** Tasks and events. */
import type { CalendarEvent, Task } from '../world.ts';
import { type Call, notFound, page, paged, type Route, unknownRef } from './app.ts';
import type { Item } from './memory.ts';
import { showEvent, showTask } from './show.ts';

const named = (list: readonly Item[], field: string, id: string | undefined) =>
  id === undefined ? undefined : (list.find((one) => one.id === id)?.name ?? unknownRef(field, id));
const checked = (list: readonly { id: string }[], field: string, id: string | undefined) =>
  id === undefined || list.some((one) => one.id === id) ? id : unknownRef(field, id);

const taskOf = ({ memory, path }: Call) =>
  memory.world.tasks.find(({ id }) => id === path.id) ?? notFound('Task');
const eventOf = ({ memory, path }: Call) =>
  memory.world.events.find(({ id }) => id === path.id) ?? notFound('Event');
const within = (moment: Date | undefined, from: Date | undefined, to: Date | undefined) =>
  (from === undefined && to === undefined) ||
  (moment !== undefined && (from === undefined || moment >= from) && (to === undefined || moment <= to));

function listTasks(call: Call) {
  const { memory, query } = call;
  const found = memory.world.tasks.filter(
    (one) =>
      (query.case_id === undefined || one.case === query.case_id) &&
      (query.responsible_id === undefined || one.responsibles.includes(query.responsible_id)) &&
      within(one.deadline, query.execution_date_from, query.execution_date_to),
  );
  return page(found, query, (one) => showTask(call, one));
}

function listEvents(call: Call) {
  const { memory, query } = call;
  const found = memory.world.events.filter(
    (one) =>
      (query.case_id === undefined || one.case === query.case_id) &&
      within(one.startsAt, query.start_date_from, query.start_date_to),
  );
  return page(
    found.toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime()),
    query,
    (one) => showEvent(call, one),
  );
}

/** @param hasAttributes whether this API version supports additional attributes */
function writeTask(call: Call, one: Task, hasAttributes: boolean) {
  const { body, memory } = call;
  const { taskTypes, taskStatuses, taskPriorities, world } = memory;
  const status =
    taskStatuses.find(({ id }) => id === body.status_id) ?? unknownRef('status_id', body.status_id);
  const responsibles = (body.responsible_ids as string[]).map(
    (id) => checked([...world.users, ...world.groups], 'responsible_ids', id) as string,
  );
  // Null keeps the documents unchanged.
  const documents = (body.document_ids as string[] | undefined)?.map(
    (id) => checked(world.documents, 'document_ids', id) as string,
  );
  Object.assign(one, {
    ...{
      name: body.name,
      description: body.description,
      status: status.name,
      isOpen: status.isFinal !== true,
    },
    ...{
      type: named(taskTypes, 'type_id', body.type_id),
      priority: named(taskPriorities, 'priority_id', body.priority_id),
    },
    ...{
      startsAt: body.start_date,
      deadline: body.execution_date,
      case: checked(world.cases, 'case_id', body.case_id),
    },
    ...{ responsibles, documents: documents ?? one.documents },
  });
  one.extra.estimate = body.estimate_hours;
  if (hasAttributes) one.extra.attributes = body.attributes;
  one.extra.updatedAt = new Date();
  return showTask(call, one);
}

function writeEvent(call: Call, one: CalendarEvent, hasAttributes: boolean) {
  const { body, memory } = call;
  const { world } = memory;
  const attendees = (body.attendees as any[]).map(({ type, entity_id, email }) => {
    const known = type === 'user' ? world.users : type === 'participant' ? world.participants : undefined;
    const id = known === undefined ? undefined : checked(known, 'attendees', entity_id);
    return { kind: type, ...(id === undefined ? {} : { id }), ...(email === undefined ? {} : { email }) };
  });
  Object.assign(one, {
    ...{ name: body.name, description: body.description, startsAt: body.start_date, endsAt: body.end_date },
    ...{ isAllDay: body.all_day, type: named(memory.eventTypes, 'type_id', body.type_id), attendees },
    case: checked(world.cases, 'case_id', body.case_id),
  });
  Object.assign(one.extra, {
    location: body.location,
    reminder: body.reminder_minutes,
    updatedAt: new Date(),
  });
  if (hasAttributes) one.extra.attributes = body.attributes;
  return showEvent(call, one);
}

function createTask(call: Call, hasAttributes: boolean) {
  const one = {
    id: call.memory.nextId('tasks'),
    documents: [],
    extra: { createdAt: new Date() },
  } as unknown as Task;
  const answer = writeTask(call, one, hasAttributes);
  call.memory.world.tasks.push(one);
  return answer;
}

function createEvent(call: Call, hasAttributes: boolean) {
  const one = {
    id: call.memory.nextId('events'),
    extra: { createdAt: new Date() },
  } as unknown as CalendarEvent;
  const answer = writeEvent(call, one, hasAttributes);
  call.memory.world.events.push(one);
  return answer;
}

const removeFrom = <Row>(list: Row[], row: Row) => {
  list.splice(list.indexOf(row), 1);
};
const taskQuery = paged({
  case_id: 'id?',
  responsible_id: 'id?',
  execution_date_from: 'datetime?',
  execution_date_to: 'datetime?',
});
const eventQuery = paged({ case_id: 'id?', start_date_from: 'datetime?', start_date_to: 'datetime?' });

export const workRoutes: readonly Route[] = [
  {
    at: 'GET /api/v2/tasks',
    summary: 'List tasks',
    query: taskQuery,
    answer: 'Page[TaskOut]',
    run: listTasks,
  },
  {
    at: 'DELETE /api/v2/tasks/{id}',
    summary: 'Delete task',
    status: 204,
    run: (call) => removeFrom(call.memory.world.tasks, taskOf(call)),
  },
  {
    at: 'GET /api/v2/events',
    summary: 'List events',
    query: eventQuery,
    answer: 'Page[EventOut]',
    run: listEvents,
  },
  {
    at: 'DELETE /api/v2/events/{id}',
    summary: 'Delete event',
    status: 204,
    run: (call) => removeFrom(call.memory.world.events, eventOf(call)),
  },
  ...(
    [
      ['v2', false],
      ['v3', true],
    ] as const
  ).flatMap(([version, isNew]): Route[] => [
    {
      at: `POST /api/${version}/tasks`,
      summary: 'Create task',
      body: 'TaskIn',
      answer: 'TaskOut',
      status: 201,
      run: (call) => createTask(call, isNew),
    },
    {
      at: `GET /api/${version}/tasks/{id}`,
      summary: 'Get task',
      answer: 'TaskOut',
      run: (call) => showTask(call, taskOf(call)),
    },
    {
      at: `PUT /api/${version}/tasks/{id}`,
      summary: 'Update task',
      body: 'TaskIn',
      answer: 'TaskOut',
      run: (call) => writeTask(call, taskOf(call), isNew),
    },
    {
      at: `POST /api/${version}/events`,
      summary: 'Create event',
      body: 'EventIn',
      answer: 'EventOut',
      status: 201,
      run: (call) => createEvent(call, isNew),
    },
    {
      at: `GET /api/${version}/events/{id}`,
      summary: 'Get event',
      answer: 'EventOut',
      run: (call) => showEvent(call, eventOf(call)),
    },
    {
      at: `PUT /api/${version}/events/{id}`,
      summary: 'Update event',
      body: 'EventIn',
      answer: 'EventOut',
      run: (call) => writeEvent(call, eventOf(call), isNew),
    },
  ]),
];
