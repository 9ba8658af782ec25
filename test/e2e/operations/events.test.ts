import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { events } from '../../../tools/operations/events.ts';
import { startService, type TestClient, type TestService, textOf } from '../../support/clients/harness.ts';
import { caseId, participantId, unknownId, userId } from '../../support/sample-ids.ts';
import { createTally } from '../../support/tally.ts';

const smith = caseId('smith');
const tally = createTally();
let service: TestService;
let anna: TestClient;
let kate: TestClient;
/** User who may view but not edit events. */
let accountant: TestClient;
/** User without any permission for events. */
let engineer: TestClient;
let blocked: TestClient;
beforeAll(async () => {
  service = await startService();
  [anna, kate, accountant, engineer, blocked] = await tally.connect(
    service,
    'anna',
    'kate',
    'accountant',
    'it',
    'blocked',
  );
});
afterAll(async () => {
  await tally.close();
  await service?.close();
});
beforeEach(() => service.reset());

const typeId = async (sysName: string): Promise<string> =>
  (await anna.call('list_event_types')).Items.find((type: any) => type.SysName === sysName).Id;
const get = (id: string) => anna.call('get_event', { id });
const ofSmith = async () => (await anna.call('list_events', { CaseId: smith })).Items;
const hearing = async () => (await ofSmith()).find((event: any) => /disclosure hearing/.test(event.Name));
const idsOf = (items: any[]) => items.map(({ Id }) => Id);
const span = { StartDate: '2026-03-31T09:00:00Z', EndDate: '2026-03-31T10:30:00Z' };

describe('create_event', () => {
  it('keeps everything that is sent, additional attributes included', async () => {
    const made = await anna.call('create_event', {
      Name: 'Case management conference',
      StartDate: '2026-03-31T12:00:00+03:00',
      EndDate: '2026-03-31T13:30:00+03:00',
      Description: 'By video.',
      AllDay: false,
      TypeId: await typeId('Hearing'),
      CaseId: smith,
      Location: 'Room 4',
      Reminder: { Value: 30, Unit: 'Minute' },
      Attendees: [
        { Type: 'User', EntityId: userId('john') },
        { Type: 'Participant', EntityId: participantId('expert') },
        { Type: 'Email', Email: 'clerk@example.org' },
      ],
      Attributes: { CourtRoom: '4', 'Зал.№': [1, 2] },
    });
    expect(made).toMatchObject({
      Name: 'Case management conference',
      StartDate: '2026-03-31T09:00:00.000Z',
      EndDate: '2026-03-31T10:30:00.000Z',
      Description: 'By video.',
      Type: { Id: await typeId('Hearing') },
      Case: { Id: smith },
      Calendar: { Name: 'Firm' },
      Location: 'Room 4',
      Reminder: { Value: 30, Unit: 'Minute' },
      Attributes: { CourtRoom: '4', 'Зал.№': [1, 2] },
    });
    expect(made.Attendees.map((attendee: any) => attendee.EntityId ?? attendee.Email)).toEqual([
      userId('john'),
      participantId('expert'),
      'clerk@example.org',
    ]);
    expect(await get(made.Id)).toEqual(made);
    expect((await ofSmith()).map((event: any) => event.Id)).toContain(made.Id);
  });

  it('is refused without Edit on events, for an unknown attendee and for an end before the start', async () => {
    const event = { Name: 'Refused', CaseId: smith, ...span };
    const before = (await ofSmith()).length;
    expect(await accountant.refusal('create_event', event)).toMatch(
      /^API_ERROR 403: Permission Edit on the section Events.*\n.*tell the user, do not try other ways/,
    );
    const stranger = { ...event, Attendees: [{ Type: 'User', EntityId: participantId('expert') }] };
    expect(await anna.refusal('create_event', stranger)).toContain('API_ERROR 400');
    const reversed = { ...event, StartDate: span.EndDate, EndDate: span.StartDate };
    expect(await anna.refusal('create_event', reversed)).toContain('EndDate must not be before StartDate.');
    expect(await ofSmith()).toHaveLength(before);
  });

  it('is refused if a system field is sent as an additional attribute', async () => {
    const event = { Name: 'Refused', ...span, Attributes: { startdate: span.StartDate } };
    expect(await anna.refusal('create_event', event)).toMatch(/^API_ERROR 400: startdate is a system field/);
  });
});

describe('create_event_v2', () => {
  it('takes the fields that only the newer version names through more', async () => {
    const made = await anna.call('create_event_v2', {
      Name: 'By version 2',
      ...span,
      CaseId: smith,
      more: { Location: 'Annex', Reminder: { Value: 1, Unit: 'Day' } },
    });
    expect(made).toMatchObject({ Location: 'Annex', Reminder: { Value: 1, Unit: 'Day' } });
    expect(made).not.toHaveProperty('Attributes');
    expect(await get(made.Id)).toMatchObject({ Name: 'By version 2', Location: 'Annex', Attributes: {} });
  });

  it('is refused for a case that the user cannot see, as if it did not exist', async () => {
    const text = await kate.refusal('create_event_v2', { Name: 'X', ...span, CaseId: caseId('inquiry') });
    expect(text).toContain(`API_ERROR 404: Object ${caseId('inquiry')} was not found.`);
  });
});

describe('update_event', () => {
  it('changes only the given fields, and removes an attribute by null', async () => {
    const { Id } = await hearing();
    const { Attendees, Attributes: _, LastChangeDate, ...rest } = await get(Id);
    const changed = { Location: 'Room 9', AllDay: true, Attributes: { Remote: null, Judge: 'E. Marlow' } };
    await anna.call('update_event', { id: Id, ...changed });
    const after = await get(Id);
    expect(after).toMatchObject({
      ...rest,
      Location: 'Room 9',
      AllDay: true,
    });
    expect(after.Attributes).toEqual({ CourtRoom: '4', Judge: 'E. Marlow' });
    expect(idsOf(after.Attendees)).toEqual(idsOf(Attendees));
    expect(after.LastChangeDate > LastChangeDate).toBe(true);
  });

  it('distinguishes false from an omitted value', async () => {
    const { Id } = await hearing();
    await anna.call('update_event', { id: Id, AllDay: true });
    await anna.call('update_event', { id: Id, Location: 'Room 9' });
    expect(await get(Id)).toMatchObject({ AllDay: true, Location: 'Room 9' });
    await anna.call('update_event', { id: Id, AllDay: false });
    expect(await get(Id)).toMatchObject({ AllDay: false, Location: 'Room 9' });
  });

  it('replaces the attendees, and those who stay keep their ids', async () => {
    const { Id, Attendees } = await hearing();
    const kept = Attendees.find((attendee: any) => attendee.EntityId === userId('anna'));
    const sent = [
      { Type: 'User', EntityId: userId('anna') },
      { Type: 'Email', Email: 'new@example.org' },
    ];
    await anna.call('update_event', { id: Id, Attendees: sent });
    const after = (await get(Id)).Attendees;
    expect(after.map((attendee: any) => attendee.Email ?? attendee.Id)).toEqual([kept.Id, 'new@example.org']);
    await anna.call('update_event', { id: Id, Attendees: [] });
    expect((await get(Id)).Attendees).toEqual([]);
  });

  it('is refused for an unknown event and without Edit', async () => {
    expect(await anna.refusal('update_event', { id: unknownId, Name: 'X' })).toContain('API_ERROR 404');
    const { Id, Name } = await hearing();
    expect(await accountant.refusal('update_event', { id: Id, Name: 'X' })).toContain('API_ERROR 403');
    expect((await get(Id)).Name).toBe(Name);
  });
});

describe('update_event_v2', () => {
  it('changes an event and leaves additional attributes alone', async () => {
    const { Id } = await hearing();
    const more = { Location: 'Room 1', Attributes: { CourtRoom: '99' } };
    await anna.call('update_event_v2', { id: Id, Description: 'Moved.', more });
    const after = await get(Id);
    expect(after).toMatchObject({ Description: 'Moved.', Location: 'Room 1' });
    expect(after.Attributes).toEqual({ CourtRoom: '4', Remote: false });
  });

  it('is refused when the new end lies before the start', async () => {
    const { Id, EndDate } = await hearing();
    const text = await anna.refusal('update_event_v2', { id: Id, EndDate: '2001-01-01T00:00:00Z' });
    expect(text).toMatch(
      /^API_ERROR 400: EndDate must not be before StartDate\.\nCorrect the arguments.* StartDate and EndDate together/,
    );
    expect((await get(Id)).EndDate).toBe(EndDate);
  });
});

describe('reading one event', () => {
  it('brings attributes in get_event only', async () => {
    const { Id } = await hearing();
    const { Attributes, ...rest } = await get(Id);
    expect(Attributes).toEqual({ CourtRoom: '4', Remote: false });
    expect(await anna.call('get_event_v2', { id: Id })).toEqual(rest);
  });

  it('is refused to who does not see its case, with a way to find others', async () => {
    const [hidden] = (await anna.call('list_events', { CaseId: caseId('inquiry') })).Items;
    for (const name of ['get_event', 'get_event_v2']) {
      const text = await kate.refusal(name, { id: hidden.Id });
      expect(text).toContain(`API_ERROR 404: Event ${hidden.Id} was not found.`);
      expect(text).toContain('look the id up with a list or search tool');
    }
  });
});

describe('list_events', () => {
  it('finds by case and between start dates, both ends included', async () => {
    const all = (await anna.call('list_events')).Items;
    const own = await ofSmith();
    expect(own.length).toBeGreaterThan(3);
    expect(own).toEqual(all.filter((event: any) => event.Case?.Id === smith));
    const [second, third] = [own[1].StartDate, own[2].StartDate];
    const found = await anna.call('list_events', {
      CaseId: smith,
      StartDateFrom: second.replace('Z', '+00:00'),
      StartDateTo: third,
    });
    expect(found.Items).toEqual(own.slice(1, 3));
  });

  it('tells in each answer but the last how to get the next page', async () => {
    const all = (await anna.call('list_events')).Items;
    const seen: unknown[] = [];
    for (let Page = 1; seen.length < all.length; Page += 1) {
      const result = await anna.callTool('list_events', { PageSize: 20, Page });
      seen.push(...JSON.parse(textOf(result)).Items);
      const more = seen.length < all.length ? [`More: the same call with Page ${Page + 1}.`] : [];
      expect(result.content.slice(1).map((block) => block.text)).toEqual(more);
    }
    expect(seen).toEqual(all);
  });

  it('shows no event of a case that the user does not see, and nothing without View on events', async () => {
    expect((await kate.call('list_events', { CaseId: caseId('inquiry') })).Items).toEqual([]);
    expect(await engineer.refusal('list_events')).toMatch(
      /^API_ERROR 403: Permission View on the section Events/,
    );
  });
});

describe('delete_event', () => {
  it('deletes for everybody', async () => {
    const { Id } = await hearing();
    expect(await anna.call('delete_event', { id: Id })).toBeUndefined();
    expect(await kate.refusal('get_event', { id: Id })).toContain('API_ERROR 404');
    expect(await hearing()).toBeUndefined();
  });

  it('is refused without Edit', async () => {
    const { Id } = await hearing();
    expect(await accountant.refusal('delete_event', { id: Id })).toContain('API_ERROR 403');
    expect((await get(Id)).Id).toBe(Id);
  });
});

describe('event types', () => {
  it('are listed at once and read one by one', async () => {
    const { Items } = await anna.call('list_event_types');
    expect(Items).toHaveLength(8);
    for (const type of Items.slice(0, 2))
      expect(await anna.call('get_event_type', { id: type.Id })).toEqual(type);
  });

  it('are refused for an unknown id and to a blocked user', async () => {
    const text = await anna.refusal('get_event_type', { id: unknownId });
    expect(text).toContain(`API_ERROR 404: The event type ${unknownId} was not found.`);
    expect(await blocked.refusal('list_event_types')).toMatch(/^SIGN_IN_FAILED: .*\nThe user is blocked\./);
  });
});

it('no tool of the area was left out', () => {
  expect(tally.leftOut(events.operations)).toEqual({ carriedOut: [], refused: [] });
});
