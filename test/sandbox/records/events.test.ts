import { describe, expect, it } from 'vitest';
import { caseId } from '../../../src/sandbox/seed/cases.ts';
import { eventTypeId } from '../../../src/sandbox/seed/dictionaries.ts';
import { participantId } from '../../../src/sandbox/seed/participants.ts';
import { userId } from '../../../src/sandbox/seed/users.ts';
import { unknownId } from '../../support/sample-ids.ts';
import { useSandbox } from '../../support/sandbox.ts';

interface Event {
  Id: string;
  Name: string;
  StartDate: string;
  EndDate: string;
  Type: { Id: string; Name: string };
  Case: { Id: string; Name: string } | null;
  Calendar: { Name: string };
  Attendees: {
    Id: string;
    Type: string;
    EntityId: string | null;
    Email: string | null;
    Url: string | null;
  }[];
  Attributes?: Record<string, unknown>;
}
interface Page<T> {
  Items: T[];
  NextPageUrl: string | null;
}

const sandbox = useSandbox({ isStill: true, profile: 'convenient' });
const { call } = sandbox;

const hearing = {
  Name: 'New hearing',
  StartDate: '2026-03-10T10:00:00Z',
  EndDate: '2026-03-10T11:30:00Z',
};
const create = (body: object, version = 3, login = 'anna') =>
  call<Event>(login, `POST /api/v${version}/events`, body);
const update = (id: string, body: object, version = 3, login = 'anna') =>
  call<Event>(login, `PUT /api/v${version}/events/${id}`, body);
const get = (id: string, version = 3, login = 'anna') =>
  call<Event>(login, `GET /api/v${version}/events/${id}`);
const list = async (query: string, login = 'anna') =>
  (await call<Page<Event>>(login, `GET /api/v2/events?${query}`)).body.Items;

/** Returns the first event of a case, as an administrator sees it. */
async function firstOf(key: string): Promise<Event> {
  const [event] = await list(`CaseId=${caseId(key)}`, 'admin');
  expect(event).toBeDefined();
  return event as Event;
}

describe('creating an event', () => {
  it('uses the calendar Firm by default, and does not require place and reminder [EVT-2]', async () => {
    const { status, body } = await create(hearing);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      Name: 'New hearing',
      StartDate: '2026-03-10T10:00:00.000Z',
      AllDay: false,
      Calendar: { Name: 'Firm' },
      Location: null,
      Reminder: null,
      Case: null,
      Attendees: [],
    });
    expect((await get(body.Id)).body).toEqual(body);
  });

  it('keeps everything that is sent [EVT-1, EVO-1]', async () => {
    const sent = {
      ...hearing,
      Description: 'Bring the originals',
      AllDay: true,
      Location: 'Room 4',
      Reminder: { Value: 2, Unit: 'Hour' },
      Attributes: { CourtRoom: '4' },
    };
    const references = { TypeId: eventTypeId('Hearing'), CaseId: caseId('smith') };
    const { body } = await create({ ...sent, ...references });
    expect(body).toMatchObject({
      ...sent,
      StartDate: '2026-03-10T10:00:00.000Z',
      EndDate: '2026-03-10T11:30:00.000Z',
      Type: { Id: eventTypeId('Hearing'), Name: 'Судебное заседание / Hearing' },
      Case: { Id: caseId('smith'), Name: 'Smith v. Northbridge Ltd' },
    });
  });

  it('carries additional attributes in v3 only [CON-5, EVT-6]', async () => {
    const sent = { ...hearing, Attributes: { CourtRoom: '4' } };
    for (const version of [1, 2]) {
      const { body } = await create(sent, version);
      expect(body).not.toHaveProperty('Attributes');
      expect((await get(body.Id)).body.Attributes).toEqual({});
    }
    const { body } = await create(sent);
    expect(body.Attributes).toEqual({ CourtRoom: '4' });
    expect((await get(body.Id, 2)).body).not.toHaveProperty('Attributes');
    expect((await create({ ...hearing, Attributes: { StartDate: 'now' } })).status).toBe(400);
  });

  it('is refused when it ends before it starts, or without name or dates', async () => {
    expect((await create({ ...hearing, EndDate: '2026-03-10T09:59:59Z' })).status).toBe(400);
    expect((await create({ ...hearing, EndDate: hearing.StartDate })).status).toBe(201);
    for (const key of ['Name', 'StartDate', 'EndDate'])
      expect((await create({ ...hearing, [key]: undefined })).status).toBe(400);
  });

  it('is refused for unknown types and calendars', async () => {
    expect((await create({ ...hearing, TypeId: unknownId })).status).toBe(400);
    expect((await create({ ...hearing, CalendarId: unknownId })).status).toBe(400);
  });

  it('needs Edit on the section and on the case', async () => {
    expect((await create(hearing, 3, 'accountant')).status).toBe(403);
    expect((await create({ ...hearing, CaseId: caseId('harbourObrien') })).status).toBe(403);
    const hidden = { ...hearing, CaseId: caseId('inquiry') };
    expect((await create(hidden, 3, 'kate')).status).toBe(404);
    expect((await create(hidden, 3, 'head')).status).toBe(201);
  });
});

describe('attendees of an event', () => {
  const invite = (Attendees: object[]) => create({ ...hearing, Attendees });

  it('are users, participants and addresses, each linked to its record [EVT-3]', async () => {
    const { body } = await invite([
      { Type: 'User', EntityId: userId('john') },
      { Type: 'Participant', EntityId: participantId('expert') },
      { Type: 'Email', Email: 'clerk@example.org' },
    ]);
    expect(body.Attendees).toMatchObject([
      { Type: 'User', EntityId: userId('john'), Url: `${sandbox.url}/api/v2/users/${userId('john')}` },
      { Type: 'Participant', EntityId: participantId('expert'), Email: null },
      { Type: 'Email', EntityId: null, Email: 'clerk@example.org', Url: null },
    ]);
  });

  it('need a known type, and the fields that their type requires [EVT-4]', async () => {
    for (const attendee of [
      { Type: 'Robot' },
      { EntityId: userId('john') },
      { Type: 'Email' },
      { Type: 'Email', Email: 'nobody' },
      { Type: 'User', EntityId: participantId('expert') },
      { Type: 'Participant', EntityId: unknownId },
      { Type: 'User' },
    ])
      expect((await invite([attendee])).status).toBe(400);
  });

  it('are replaced by an update; who stays keeps the id [EVT-5]', async () => {
    const john = { Type: 'User', EntityId: userId('john') };
    const { body } = await invite([john, { Type: 'Email', Email: 'clerk@example.org' }]);
    const changed = await update(body.Id, { Attendees: [{ Type: 'User', EntityId: userId('head') }, john] });
    expect(changed.body.Attendees.map(({ EntityId }) => EntityId)).toEqual([userId('head'), userId('john')]);
    expect(changed.body.Attendees[1]?.Id).toBe(body.Attendees[0]?.Id);
    expect((await update(body.Id, { Attendees: [] })).body.Attendees).toEqual([]);
  });
});

describe('the id and the dates of an attendee', () => {
  it('are set by the service, regardless of the request [EVT-5]', async () => {
    const own = {
      Id: unknownId,
      CreationDate: '2001-01-01T00:00:00Z',
      LastChangeDate: '2001-01-01T00:00:00Z',
    };
    const { body } = await create({
      ...hearing,
      Attendees: [{ ...own, Type: 'User', EntityId: userId('john') }],
    });
    expect(body.Attendees[0]).toMatchObject({
      Id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      CreationDate: '2026-03-04T09:00:00.000Z',
      LastChangeDate: '2026-03-04T09:00:00.000Z',
    });
    expect(body.Attendees[0]?.Id).not.toBe(unknownId);
  });
});

describe('updating and deleting an event', () => {
  it('changes only the given fields, and clears by null [EVO-2]', async () => {
    const event = await firstOf('smith');
    sandbox.time += 60_000;
    const { status, body } = await update(event.Id, { Location: null, Name: 'Renamed' }, 2);
    expect(status).toBe(201);
    expect(body).toEqual({
      ...event,
      Name: 'Renamed',
      Location: null,
      LastChangeDate: '2026-03-04T09:01:00.000Z',
    });
  });

  it('changes additional attributes by tag in v3; v2 leaves them [EVO-3]', async () => {
    const { body } = await create({ ...hearing, Attributes: { CourtRoom: '4', Remote: true } });
    await update(body.Id, { Attributes: { CourtRoom: '5', Remote: null } });
    await update(body.Id, { Name: 'Renamed', Attributes: { CourtRoom: '6' } }, 2);
    expect((await get(body.Id)).body).toMatchObject({ Name: 'Renamed', Attributes: { CourtRoom: '5' } });
    expect((await get(body.Id)).body.Attributes).not.toHaveProperty('Remote');
  });

  it('checks the order of the dates against those that stay', async () => {
    const { body } = await create(hearing);
    expect((await update(body.Id, { EndDate: '2026-03-09T10:00:00Z' })).status).toBe(400);
    expect((await update(body.Id, { StartDate: '2026-03-11T10:00:00Z' })).status).toBe(400);
    expect((await get(body.Id)).body).toEqual(body);
  });

  it('needs Edit on the section, on the case and on the case it moves to', async () => {
    const foreign = await firstOf('harbourObrien');
    expect((await update(foreign.Id, { Name: 'x' })).status).toBe(403);
    expect((await call('anna', `DELETE /api/v2/events/${foreign.Id}`)).status).toBe(403);
    expect((await get(foreign.Id)).status).toBe(200);
    const own = await firstOf('smith');
    expect((await update(own.Id, { CaseId: caseId('harbourObrien') })).status).toBe(403);
    expect((await update(own.Id, { Name: 'x' }, 3, 'accountant')).status).toBe(403);
    expect((await call('accountant', `DELETE /api/v2/events/${own.Id}`)).status).toBe(403);
    expect((await get(own.Id, 3, 'accountant')).body.Name).toBe(own.Name);
  });

  it('deletes an event for everybody [EVO-6]', async () => {
    const event = await firstOf('smith');
    expect((await call('anna', `DELETE /api/v2/events/${event.Id}`)).status).toBe(204);
    expect((await get(event.Id, 3, 'admin')).status).toBe(404);
    expect((await call('anna', `DELETE /api/v2/events/${event.Id}`)).status).toBe(404);
  });
});

describe('the list of events', () => {
  it('is filtered by case and start date, under either name of the dates [EVO-4]', async () => {
    const smith = await list(`CaseId=${caseId('smith')}`);
    expect(smith.length).toBeGreaterThan(3);
    expect(smith.every((event) => event.Case?.Id === caseId('smith'))).toBe(true);
    for (const [from, to] of [
      ['StartDateFrom', 'StartDateTo'],
      ['minDate', 'maxDate'],
    ]) {
      const today = await list(`${from}=2026-03-04T00:00:00Z&${to}=2026-03-04T23:59:59Z`);
      expect(today.length).toBeGreaterThan(2);
      expect(today.every((event) => event.StartDate.startsWith('2026-03-04'))).toBe(true);
    }
    expect((await call('anna', 'GET /api/v2/events?StartDateFrom=today')).status).toBe(400);
  });

  it('counts an event that starts at the very end or beginning of the range', async () => {
    await create({ ...hearing, CaseId: caseId('empty') });
    const query = `CaseId=${caseId('empty')}&StartDate`;
    expect(await list(`${query}From=2026-03-10T10:00:00Z`)).toHaveLength(1);
    expect(await list(`${query}To=2026-03-10T10:00:00Z`)).toHaveLength(1);
    expect(await list(`${query}From=2026-03-10T10:00:01Z`)).toHaveLength(0);
  });

  it('is sorted by start and cut into pages [EVO-5]', async () => {
    const all = await list('');
    const starts = all.map((event) => event.StartDate);
    expect(starts).toEqual([...starts].sort());
    const { body } = await call<Page<Event>>('anna', 'GET /api/v2/events?PageSize=15');
    expect(body.Items).toEqual(all.slice(0, 15));
    expect(body.NextPageUrl).toMatch(/page=2/);
  });

  it('never holds events of invisible cases, nor are they found by id [EVO-8]', async () => {
    const hidden = await firstOf('inquiry');
    expect((await list('', 'head')).map(({ Id }) => Id)).toContain(hidden.Id);
    expect((await list('', 'kate')).map(({ Id }) => Id)).not.toContain(hidden.Id);
    expect(await list(`CaseId=${caseId('inquiry')}`, 'kate')).toEqual([]);
    expect((await get(hidden.Id, 3, 'kate')).status).toBe(404);
    expect((await update(hidden.Id, { Name: 'x' }, 3, 'kate')).status).toBe(404);
    expect((await call('kate', `DELETE /api/v2/events/${hidden.Id}`)).status).toBe(404);
  });

  it('is closed to who has no View on the section', async () => {
    expect((await call('it', 'GET /api/v2/events')).status).toBe(403);
    expect((await call('client1', 'GET /api/v2/events')).status).toBe(403);
  });
});
