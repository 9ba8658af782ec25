/** People and companies. */
import type { Participant } from '../world.ts';
import { type Call, HttpError, notFound, page, paged, type Route } from './app.ts';
import { idOf, showParticipant, showParticipantRow } from './show.ts';

const participantOf = ({ memory, path }: Call) =>
  memory.world.participants.find(({ id }) => id === path.id) ?? notFound('Participant');

function writeParticipant(call: Call, one: Participant, isPatch: boolean) {
  const { body, given, memory } = call;
  const isSent = (name: string) => !isPatch || given.has(name);
  if (body.check_for_duplicates) {
    const others = memory.world.participants.filter(
      (other) => other !== one && body.inn && other.inn === body.inn,
    );
    if (others.length > 0)
      throw new HttpError(409, undefined, {
        Error: 'Невозможно создать дубликат.',
        ErrorType: 'Conflict',
        ConflictMessage: 'В системе уже есть объекты с похожим набором данных: ИНН',
        ConflictObjects: others.map(({ id }) => idOf(call, id)),
      });
  }
  const own = { type: 'kind', phone_main: 'phone', email_main: 'email', inn: 'inn' } as const;
  for (const [name, field] of Object.entries(own))
    if (isSent(name)) Object.assign(one, { [field]: body[name] });
  const more = {
    last_name: 'last',
    first_name: 'first',
    middle_name: 'middle',
    kpp: 'kpp',
    address: 'address',
    legal_form_id: 'legalForm',
  };
  for (const [name, field] of Object.entries(more)) if (isSent(name)) one.extra[field] = body[name];
  if (isSent('attributes'))
    one.extra.attributes = isPatch
      ? { ...(one.extra.attributes as object), ...body.attributes }
      : body.attributes;
  const parts = [one.extra.last, one.extra.first, one.extra.middle].filter(Boolean).join(' ');
  if (one.kind === 'individual' && parts !== '') one.name = parts;
  else if (isSent('name')) {
    if (!body.name)
      throw new HttpError(422, [{ type: 'missing', loc: ['body', 'name'], msg: 'Field required' }]);
    one.name = body.name;
  }
  one.extra.updatedAt = new Date();
  return showParticipant(call, one);
}

function createParticipant(call: Call) {
  const one = {
    id: call.memory.nextId('participants'),
    extra: { createdAt: new Date() },
  } as unknown as Participant;
  const answer = writeParticipant(call, one, false);
  call.memory.world.participants.push(one);
  return answer;
}

function removeParticipant(call: Call) {
  const one = participantOf(call);
  const { world } = call.memory;
  for (const { parties } of world.cases) {
    const left = parties.filter(({ participant }) => participant !== one.id);
    parties.splice(0, parties.length, ...left);
  }
  world.participants.splice(world.participants.indexOf(one), 1);
}

function exclude({ body, memory }: Call) {
  const found = memory.world.cases.find(({ id }) => id === body.object_id) ?? notFound('Object');
  const role =
    body.role_id === undefined ? undefined : memory.roles.find(({ id }) => id === body.role_id)?.name;
  const isMeant = (one: { participant: string; role?: string }) =>
    one.participant === body.participant_id && (body.role_id === undefined || one.role === role);
  if (!found.parties.some(isMeant)) notFound('Participant of the object');
  found.parties = found.parties.filter((one) => !isMeant(one));
}

function listParticipants(call: Call) {
  const { query, memory } = call;
  const found = memory.world.participants.filter(
    (one) =>
      (query.search === undefined || one.name.toLowerCase().includes(query.search.toLowerCase())) &&
      (query.type === undefined || one.kind === query.type),
  );
  return page(found, query, (one) => showParticipantRow(call, one));
}

export const participantRoutes: readonly Route[] = [
  {
    at: 'GET /api/v2/participants',
    summary: 'List participants',
    query: paged({ search: 'str?', type: 'ParticipantType?' }),
    answer: 'Page[ParticipantRow]',
    run: listParticipants,
  },
  {
    at: 'PUT /api/v3/participants/ExcludeParticipantFromProject',
    summary: 'Exclude participant',
    body: 'ExcludeIn',
    status: 204,
    run: exclude,
  },
  ...(['v2', 'v3', 'v4'] as const).flatMap((version): Route[] => [
    {
      at: `POST /api/${version}/participants`,
      summary: 'Create participant',
      body: 'ParticipantIn',
      answer: 'ParticipantOut',
      status: 201,
      run: createParticipant,
    },
    {
      at: `GET /api/${version}/participants/{id}`,
      summary: 'Get participant',
      answer: 'ParticipantOut',
      run: (call) => showParticipant(call, participantOf(call)),
    },
    version === 'v2'
      ? {
          at: 'PATCH /api/v2/participants/{id}',
          summary: 'Edit participant',
          body: 'ParticipantPatch',
          answer: 'ParticipantOut',
          run: (call) => writeParticipant(call, participantOf(call), true),
        }
      : {
          at: `PUT /api/${version}/participants/{id}`,
          summary: 'Update participant',
          body: 'ParticipantIn',
          answer: 'ParticipantOut',
          run: (call) => writeParticipant(call, participantOf(call), false),
        },
  ]),
  {
    at: 'DELETE /api/v3/participants/{id}',
    summary: 'Delete participant',
    status: 204,
    run: removeParticipant,
  },
];
