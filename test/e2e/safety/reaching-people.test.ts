import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { innermost } from '../../../src/contract/operations/registered.ts';
import { catalogue } from '../../../tools/index.ts';
import { createUser } from '../../support/clients/asked.ts';
import { startService, type TestClient, type TestService } from '../../support/clients/harness.ts';
import { sampleIds } from '../../support/sample-ids.ts';

const anna = sampleIds.anna;
const party = sampleIds.northbridge;
const span = { StartDate: '2026-03-31T09:00:00Z', EndDate: '2026-03-31T10:30:00Z' };
const within = { Type: 'User', EntityId: anna };
const outside = [
  ['an e-mail address', { Type: 'Email', Email: 'somebody@evil.example' }],
  ['a participant', { Type: 'Participant', EntityId: party }],
] as const;
/** Attendees of internal kinds whose email address the service might nevertheless write to. */
const disguised = [
  ['as a user', { Attendees: [{ Type: 'User', Email: 'somebody@evil.example' }] }],
  ['beside a user', { Attendees: [{ ...within, Email: 'Somebody <somebody@evil.example>' }] }],
  ['in another field', { Attendees: [within], more: { Guests: [{ Mail: 'somebody@evil.example' }] } }],
  ['with a full-width sign', { Attendees: [{ Type: 'User', Email: 'somebody＠evil.example' }] }],
  ['with an encoded sign', { Attendees: [within], more: { Guests: 'mailto:somebody%40evil.example' } }],
  ['with blanks around the sign', { Attendees: [within], more: { Guests: 'somebody @ evil.example' } }],
  ['as the name of another field', { more: { Invited: { 'somebody@почта.example': true } } }],
] as const;

const user = createUser();
let service: TestService;
let setup: TestClient;
let asked: TestClient;
let mute: TestClient;
let inside: TestClient;
let fetching: TestClient;
beforeAll(async () => {
  service = await startService();
  const connect = (env: Record<string, string>, who?: typeof user) =>
    service.connectAs('admin', { env: { CASEBRIDGE_CONFIRM: '', ...env }, ...(who ? { user: who } : {}) });
  [setup, asked, mute, inside, fetching] = await Promise.all([
    service.connectAs('admin'),
    connect({}, user),
    connect({}),
    connect({ CASEBRIDGE_ALLOW: 'read,create,update' }, user),
    connect({ CASEBRIDGE_FETCH_HOSTS: 'files.example.com' }, user),
  ]);
});
afterAll(async () => {
  await Promise.all([setup, asked, mute, inside, fetching].map((client) => client?.close()));
  await service?.close();
});
beforeEach(() => {
  user.questions.length = 0;
  user.reply = 'declines';
});

const named = async (name: string) =>
  (await setup.call('list_events', { all: true })).Items.filter((event: any) => event.Name === name);

describe.each(['create_event', 'create_event_v2'])('%s', (tool) => {
  it.each(outside)('asks a human before %s is among who attends', async (_who, attendee) => {
    const event = {
      Name: `Meeting by ${tool}`,
      ...span,
      Description: 'All we know',
      Attendees: [within, attendee],
    };
    expect(await asked.refusal(tool, event)).toMatch(/^DECLINED/);
    expect(user.questions).toHaveLength(1);
    expect(user.questions[0]).toContain('All we know');
    expect(user.questions[0]).toContain('Email' in attendee ? attendee.Email : attendee.EntityId);
    expect(await mute.refusal(tool, event)).toMatch(/^CONFIRMATION_NEEDED/);
    expect(await inside.refusal(tool, event)).toMatch(/^SWITCHED_OFF: .*outbound/);
    expect(await named(event.Name)).toEqual([]);
    user.reply = 'agrees';
    await asked.call(tool, event);
    expect(await named(event.Name)).toHaveLength(1);
    await setup.call('delete_event', { id: (await named(event.Name))[0].Id });
  });

  it.each(disguised)('asks a human before an address is given %s', async (_how, fields) => {
    expect(await asked.refusal(tool, { Name: 'Disguised', ...span, ...fields })).toMatch(/^DECLINED/);
    expect(user.questions).toHaveLength(1);
  });

  it('does not ask if all attendees are users', async () => {
    await inside.call(tool, { Name: 'Inside', ...span, Attendees: [within] });
    expect(user.questions).toEqual([]);
  });
});

describe.each(['update_event', 'update_event_v2'])('%s', (tool) => {
  it('asks about an event with an external attendee, even if only its text is changed [FLT-74]', async () => {
    const { Id: id } = await setup.call('create_event', { Name: 'Met', ...span, Attendees: [outside[0][1]] });
    expect(await asked.refusal(tool, { id, Description: 'All we know' })).toMatch(/^DECLINED/);
    expect(user.questions[0]).toContain('Met');
    expect(await inside.refusal(tool, { id, Description: 'All we know' })).toMatch(
      /^SWITCHED_OFF: .*outbound/,
    );
    expect((await setup.call('get_event', { id })).Description ?? '').toBe('');
    user.reply = 'agrees';
    await asked.call(tool, { id, Description: 'All we know' });
    expect((await setup.call('get_event', { id })).Description).toBe('All we know');
  });

  it.each(disguised)('asks a human before an address is added %s', async (_how, fields) => {
    const { Id: id } = await setup.call('create_event', { Name: 'Met', ...span, Attendees: [within] });
    expect(await asked.refusal(tool, { id, ...fields })).toMatch(/^DECLINED/);
    expect(await inside.refusal(tool, { id, ...fields })).toMatch(/^SWITCHED_OFF: .*outbound/);
  });

  it('asks before an external attendee is added, and not if all are users [FLT-74]', async () => {
    const { Id: id } = await setup.call('create_event', { Name: 'Met', ...span, Attendees: [within] });
    await inside.call(tool, { id, Description: 'Inside' });
    expect(user.questions).toEqual([]);
    expect(await asked.refusal(tool, { id, Attendees: [within, outside[1][1]] })).toMatch(/^DECLINED/);
    expect(user.questions).toHaveLength(1);
  });
});

/** Texts of an event, and the path that the refusal names. */
const markup = [
  ['Description', { Description: '<img src=x onerror=alert(1)>' }],
  ['Name', { Name: '<b>Hearing</b>' }],
  ['Attributes.Room', { Attributes: { Room: '<script>x</script>' } }],
  ['Location', { Location: '&lt;form&gt;' }],
  ['more.Agenda', { more: { Agenda: '<iframe src=x></iframe>' } }],
] as const;
const events = catalogue.flatMap(({ operations }) => operations).filter(({ name }) => /_event/.test(name));
const takes = (tool: string, fields: object) => {
  const body = events.find(({ name }) => name === tool)?.body ?? {};
  return Object.keys(fields).every((name) => name in body);
};

describe.each(['create_event', 'create_event_v2'])('markup in an argument of %s', (tool) => {
  it.each(markup.filter(([, fields]) => takes(tool, fields)))(
    'is refused in %s if an external person attends, and otherwise sent',
    async (place, fields) => {
      const event = { Name: 'Marked up', ...span, ...fields };
      const text = await asked.refusal(tool, { ...event, Attendees: [outside[1][1]] });
      expect(text).toMatch(/^INVALID_ARGUMENTS: Nothing was sent\. /);
      expect(text).toContain(`${place}: `);
      expect(user.questions).toEqual([]);
      await inside.call(tool, { ...event, Attendees: [within] });
    },
  );

  it('may style the description of an event that people outside attend, and name them before their address', async () => {
    const Description = '<b>Hearing</b><br>Room 5, R&D';
    const Attendees = [{ Type: 'Email', Email: 'Somebody <somebody@evil.example>' }];
    expect(await asked.refusal(tool, { Name: 'Styled', ...span, Description, Attendees })).toMatch(
      /^DECLINED/,
    );
  });
});

describe.each(['update_event', 'update_event_v2'])('markup in an argument of %s', (tool) => {
  const rich = '<p style="margin:0">Hearing</p>\r\n<table><tr><td>Room 5</td></tr></table>';
  const create = async () =>
    (await setup.call('create_event', { Name: 'Rich', ...span, Description: rich, Attendees: [within] })).Id;

  it('is refused if only the record shows that an external person attends', async () => {
    const { Id: id } = await setup.call('create_event', { Name: 'Met', ...span, Attendees: [outside[1][1]] });
    const text = await setup.refusal(tool, { id, Description: rich });
    expect(text).toMatch(/^INVALID_ARGUMENTS: Nothing was sent\. Description: <p>/);
    expect((await setup.call('get_event', { id })).Description ?? '').toBe('');
  });

  it('is not checked if no external person attends', async () => {
    const id = await create();
    await inside.call(tool, { id, Description: `${rich}<hr>` });
    expect((await setup.call('get_event', { id })).Description).toBe(`${rich}<hr>`);
  });

  it('is sent if the event holds the same text already, and refused with one tag more or in another place', async () => {
    const id = await create();
    await setup.call(tool, { id, Attendees: [outside[1][1]] });
    await setup.call(tool, { id, Description: rich.replace('\r\n', '\n'), Name: 'Rich & new' });
    expect(await setup.call('get_event', { id })).toMatchObject({ Name: 'Rich & new' });
    for (const fields of [{ Description: `${rich}<hr>` }, { Name: rich }, { more: { Agenda: rich } }])
      expect(await setup.refusal(tool, { id, ...fields })).toMatch(
        /^INVALID_ARGUMENTS: Nothing was sent\. (?:Description|Name|more\.Agenda): /,
      );
  });
});

describe('an address that the service or people would open', () => {
  it.each([
    'javascript:alert(1)',
    'file:///etc/passwd',
    'https://user:pw@evil.example/x',
    'ftp://a.example/x',
  ])('is refused by attach_call_recording when it is %s', async (RecordingUrl) => {
    const text = await mute.refusal('attach_call_recording', { id: anna, RecordingUrl });
    expect(text).toMatch(/^INVALID_ARGUMENTS: Nothing was sent\. .*RecordingUrl/);
  });
});

describe('every argument that is an email address', () => {
  const sound = 'https://files.example.com/a.wav';
  const button = (Link: string) => ({ id: anna, Title: 'x', Text: 'x', Buttons: [{ Text: 'x', Link }] });
  const calls: Readonly<Record<string, (address: string) => Record<string, unknown>>> = {
    'upload_from_address.url': (url) => ({ url }),
    'attach_call_recording.RecordingUrl': (RecordingUrl) => ({ id: anna, RecordingUrl }),
    'notify_user.Buttons.Link': (Link) => ({ id: anna, Text: 'x', Buttons: [{ Text: 'x', Link }] }),
    'open_user_dialog.Buttons.Link': button,
  };

  it('is among these, and none has a schema that removes spaces [FLT-73]', () => {
    const operations = catalogue.flatMap((area) => area.operations);
    const places = operations.flatMap(({ name, links = [], fetches = [] }) =>
      [...links, ...fetches].map((path) => `${name}.${path}`),
    );
    expect(places.sort()).toEqual(Object.keys(calls).sort());
    const trimming = operations.filter(({ params, query, body }) =>
      Object.values({ ...params, ...query, ...body }).some((schema) => innermost(schema) instanceof z.ZodURL),
    );
    expect(trimming.map(({ name }) => name)).toEqual([]);
  });

  const spaced = [
    ...[' ', '\n', '\t', '\r\n', '\u00a0', '\u2028', '\u200b', '\u00ad', '\ufeff', '\u3164'].flatMap(
      (blank) => [
        `${blank}${sound}`,
        `${sound}${blank}`,
        `${sound}${blank}.evil.example`,
        sound.replace('example', `exa${blank}mple`),
        sound.replace('//', `/${blank}/`),
      ],
    ),
  ];
  it.each(Object.keys(calls))(
    'is refused with blanks, line breaks or unseen characters: %s [FLT-73]',
    async (place) => {
      const [tool = ''] = place.split('.');
      for (const address of spaced) {
        const text = await fetching.refusal(tool, calls[place]?.(address));
        expect(text, JSON.stringify(address)).toMatch(/^INVALID_ARGUMENTS/);
      }
      expect(user.questions).toEqual([]);
    },
  );
});

describe('a text that people will see next to the markup', () => {
  const cases = [
    ['open_user_dialog', { id: anna, Title: '<script>x</script>', Text: 'x' }, 'Title'],
    ['open_user_dialog', { id: anna, Title: 'a &lt;b&gt;', Text: 'x' }, 'Title'],
    [
      'notify_user',
      { id: anna, Text: 'x', Buttons: [{ Text: '<img src=x onerror=y>', Link: 'https://a.example' }] },
      'Buttons.0.Text',
    ],
    ['send_call_notification', { UserId: anna, From: '<svg onload=x>' }, 'From'],
    ['send_call_notification', { UserId: anna, From: '1', To: 'a\u202eb' }, 'To'],
    ['send_call_notification', { UserId: anna, From: '1', more: { Text: '<script>' } }, 'more'],
    ['notify_user', { id: anna, Text: 'x', more: { '<img src=x>': 'y' } }, 'more'],
  ] as const;
  it.each(cases)('is refused as markup by %s: %j', async (tool, args, place) => {
    const text = await asked.refusal(tool, args);
    expect(text).toMatch(/^INVALID_ARGUMENTS: Nothing was sent\. /);
    expect(text).toContain(`${place}`);
    expect(user.questions).toEqual([]);
  });

  it('is checked wherever an operation shows something to people', () => {
    const shown = catalogue.flatMap(({ operations }) => operations).filter(({ html }) => html !== undefined);
    expect(shown.map(({ name }) => name).sort()).toEqual([
      'create_event',
      'create_event_v2',
      'notify_user',
      'open_user_dialog',
      'send_call_notification',
      'update_event',
      'update_event_v2',
    ]);
  });

  it('may hold an ampersand', async () => {
    await asked.refusal('open_user_dialog', { id: anna, Title: 'Smith & Co: R&D', Text: 'x' });
    expect(user.questions).toHaveLength(1);
  });
});
