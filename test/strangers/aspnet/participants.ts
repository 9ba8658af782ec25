import type { Participant } from '../world.ts';
import { attributesOf, readAttributes, showValues } from './cards.ts';
import { conflict } from './cases/case-changes.ts';
import type { Call, Reply, Route } from './contract.ts';
import {
  created,
  DuplicateConflict,
  EntityId,
  EntityReference,
  entityShape,
  noContent,
  ok,
  Problem,
  page,
  pageOf,
  route,
} from './contract.ts';
import type { Errors, Of } from './schema.ts';
import { byTag, def, enumOf, flag, int, listOf, model, opt, report, req, text } from './schema.ts';
import {
  assertValid,
  byId,
  collate,
  holds,
  mentioned,
  moment,
  put,
  reference,
  type Store,
  url,
} from './store.ts';

const ParticipantType = enumOf('ParticipantType', ['Individual', 'Company']);
const ContactDto = model('Contact', {
  Kind: req(enumOf('ContactKind', ['Phone', 'Email'])),
  Value: req(text()),
});

const ListItem = model('ParticipantListItem', {
  ...entityShape,
  Name: req(text()),
  Type: req(ParticipantType),
  Email: opt(text()),
  Phone: opt(text()),
  LastName: opt(text()),
  FirstName: opt(text()),
  INN: opt(text()),
  KPP: opt(text()),
  PhoneMain: opt(text()),
  EmailMain: opt(text()),
  Contacts: req(listOf(ContactDto)),
  Cases: req(listOf(EntityReference), 'Cases that contain the participant'),
});

const ParticipantDto = model('Participant', {
  ...ListItem.shape,
  MiddleName: opt(text()),
  LegalForm: opt(EntityReference),
  AdditionalAttributes: req(byTag),
});

const members = {
  Name: opt(text({ max: 300 }), 'Required for companies; individuals are named by their three names'),
  LastName: opt(text({ max: 100 }), 'Required for individuals'),
  FirstName: opt(text({ max: 100 })),
  MiddleName: opt(text({ max: 100 })),
  INN: opt(text({ pattern: '^(\\d{10}|\\d{12})$' })),
  KPP: opt(text({ pattern: '^\\d{9}$' })),
  LegalForm: opt(EntityId),
  PhoneMain: opt(text({ max: 50 })),
  EmailMain: opt(text({ format: 'email' })),
  AdditionalAttributes: opt(byTag, 'Values by tag'),
  CheckForDuplicates: def(flag, false, 'Refuses to save a duplicate by INN or by name'),
};

const ParticipantRequest = model('ParticipantRequest', { Type: req(ParticipantType), ...members });
const EditRequest = model('EditParticipantRequest', { Type: opt(ParticipantType), ...members });

const ListQuery = model('ParticipantListQuery', {
  Name: opt(text(), 'Part of the name'),
  Type: opt(ParticipantType),
  Email: opt(text()),
  Phone: opt(text()),
  LastName: opt(text()),
  FirstName: opt(text()),
  INN: opt(text()),
  KPP: opt(text()),
  Page: def(int(1), 1, 'Number of the page, from 1'),
  PageSize: opt(int(1, 100), 'Without it the whole list is one page'),
});

function word(record: Participant, key: string): string | null {
  const found = record.extra[key];
  return typeof found === 'string' && found !== '' ? found : null;
}

function showListed(store: Store, record: Participant): Of<typeof ListItem> {
  const { email = null, phone = null } = record;
  const cases = store.world.cases.filter(({ parties }) =>
    parties.some((one) => one.participant === record.id),
  );
  return {
    Id: record.id,
    CreationDate: moment(record.extra, 'createdAt'),
    LastChangeDate: moment(record.extra, 'changedAt'),
    Url: url(store, 'participants', record.id),
    Name: record.name,
    Type: record.kind === 'company' ? 'Company' : 'Individual',
    ...{
      Email: email,
      Phone: phone,
      LastName: word(record, 'lastName'),
      FirstName: word(record, 'firstName'),
    },
    ...{ INN: record.inn ?? null, KPP: word(record, 'kpp'), PhoneMain: phone, EmailMain: email },
    Contacts: [
      ...(phone === null ? [] : [{ Kind: 'Phone' as const, Value: phone }]),
      ...(email === null ? [] : [{ Kind: 'Email' as const, Value: email }]),
    ],
    Cases: cases.flatMap((one) => reference(store, 'cases', one) ?? []),
  };
}

function show(store: Store, record: Participant): Of<typeof ParticipantDto> {
  const form = store.settings.legalForms.find(({ id }) => id === record.extra.legalForm);
  return {
    ...showListed(store, record),
    MiddleName: word(record, 'middleName'),
    LegalForm: reference(store, 'legalForms', form),
    AdditionalAttributes: showValues(store, store.settings.attributes.participant, attributesOf(record)),
  };
}

type Body = Of<typeof EditRequest>;

/** Writes the properties in `sent`, or all if it is undefined. Returns 409 for a duplicate. */
function write(store: Store, record: Participant, body: Body, sent?: ReadonlySet<string>): Reply | null {
  const errors: Errors = {};
  const { extra } = record;
  const has = (name: string): boolean => sent === undefined || sent.has(name.toLowerCase());
  const kind = body.Type === null ? record.kind : body.Type === 'Company' ? 'company' : 'individual';
  const pick = (name: 'LastName' | 'FirstName' | 'MiddleName', key: string): string | null =>
    has(name) ? body[name] : word(record, key);
  const names = [
    pick('LastName', 'lastName'),
    pick('FirstName', 'firstName'),
    pick('MiddleName', 'middleName'),
  ];
  const full =
    kind === 'individual' ? names.filter(Boolean).join(' ') : has('Name') ? body.Name : record.name;
  const inn = has('INN') ? body.INN : record.inn;
  if (kind === 'company' && !full) report(errors, 'Name', 'The Name field is required.');
  if (kind === 'individual' && !names[0]) report(errors, 'LastName', 'The LastName field is required.');
  const form = mentioned(store.settings.legalForms, body.LegalForm?.Id, 'LegalForm');
  const fields = store.settings.attributes.participant;
  const read = readAttributes(store, fields, body.AdditionalAttributes, errors);
  assertValid(errors);
  const name = full ?? record.name;
  if (body.CheckForDuplicates) {
    const same = store.world.participants.filter(
      (one) => one !== record && one.kind === kind && (inn ? one.inn === inn : one.name === name),
    );
    if (same.length > 0)
      return conflict(
        [inn ? 'ИНН' : 'Наименование'],
        same.map(({ id }) => id),
      );
  }
  const [lastName, firstName, middleName] = kind === 'individual' ? names : [];
  Object.assign(record, { kind, name });
  Object.assign(extra, { lastName, firstName, middleName, changedAt: store.clock() });
  put(record, 'inn', inn);
  if (has('KPP')) extra.kpp = body.KPP;
  if (has('LegalForm')) extra.legalForm = form?.id;
  if (has('PhoneMain')) put(record, 'phone', body.PhoneMain);
  if (has('EmailMain')) put(record, 'email', body.EmailMain);
  if (sent === undefined) extra.attributes = read;
  else {
    const merged = { ...attributesOf(record), ...read };
    for (const [tag, value] of Object.entries(body.AdditionalAttributes ?? {}))
      if (value === null) delete merged[tag];
    extra.attributes = merged;
  }
  return null;
}

function createAs({ store, body, version }: Call<unknown, Of<typeof ParticipantRequest>>, id: string): Reply {
  if (store.world.participants.some((one) => one.id === id))
    throw new Problem(409, 'The identifier is taken.');
  const record: Participant = { id, kind: 'company', name: '', extra: { createdAt: store.clock() } };
  const found = write(store, record, body);
  if (found !== null) return found;
  store.world.participants.push(record);
  return created(`${store.baseUrl}/api/v${version}/participants/${id}`, show(store, record));
}

function list({ store, query }: Call<Of<typeof ListQuery>, unknown>): Reply {
  const found = store.world.participants
    .map((record) => showListed(store, record))
    .filter((item) => query.Type === null || item.Type === query.Type)
    .filter((item) =>
      (['Name', 'Email', 'Phone', 'LastName', 'FirstName', 'INN', 'KPP'] as const).every(
        (key) => query[key] === null || holds(item[key] ?? undefined, query[key]),
      ),
    )
    .sort((one, two) => collate(one.Name, two.Name));
  return page(found, { ...query, PageSize: query.PageSize ?? Math.max(1, found.length) }, (item) => item);
}

function remove({ store, id }: Call<unknown, unknown>): Reply {
  const { participants, cases, events } = store.world;
  participants.splice(participants.indexOf(byId(participants, id, 'Participant')), 1);
  for (const one of cases) one.parties = one.parties.filter(({ participant }) => participant !== id);
  for (const one of events) one.attendees = one.attendees.filter((attendee) => attendee.id !== id);
  return noContent;
}

export function participantRoutes(): Route[] {
  const path = '/api/v{version}/participants';
  const all = { path, tag: 'Participants' };
  const one = { ...all, path: `${path}/{id}` };
  const conflicts = { 409: DuplicateConflict };
  return [
    route({
      ...{ ...all, method: 'POST', versions: [1, 2, 3, 4], summary: 'Creates a participant' },
      ...{ body: ParticipantRequest, replies: { 201: ParticipantDto, ...conflicts } },
      handle: (call) => createAs(call, call.store.newId()),
    }),
    route({
      ...{
        ...all,
        path: `${path}{id}`,
        method: 'POST',
        versions: [4],
        summary: 'Creates a participant by its id',
      },
      ...{ body: ParticipantRequest, replies: { 201: ParticipantDto, ...conflicts } },
      handle: (call) => createAs(call, call.id),
    }),
    route({
      ...{ ...one, method: 'PATCH', versions: [1, 2], summary: 'Edits a participant', body: EditRequest },
      replies: { 200: ParticipantDto, ...conflicts },
      handle({ store, id, body, sent }) {
        const record = byId(store.world.participants, id, 'Participant');
        return write(store, record, body, sent) ?? ok(show(store, record));
      },
    }),
    route({
      ...{
        ...one,
        method: 'PUT',
        versions: [3, 4],
        summary: 'Replaces a participant',
        body: ParticipantRequest,
      },
      replies: { 200: ParticipantDto, ...conflicts },
      handle({ store, id, body }) {
        const record = byId(store.world.participants, id, 'Participant');
        return write(store, record, body) ?? ok(show(store, record));
      },
    }),
    route({
      ...{ ...one, method: 'GET', versions: [1, 2, 3, 4], summary: 'Gets a participant' },
      ...{ replies: { 200: ParticipantDto } },
      handle: ({ store, id }) => ok(show(store, byId(store.world.participants, id, 'Participant'))),
    }),
    route({
      ...{ ...all, method: 'GET', versions: [1, 2], summary: 'Lists participants by name', query: ListQuery },
      ...{ replies: { 200: pageOf(ListItem) }, handle: list },
    }),
    route({
      ...{
        ...one,
        method: 'DELETE',
        versions: [3],
        summary: 'Deletes a participant',
        replies: { 204: null },
      },
      handle: remove,
    }),
  ];
}
