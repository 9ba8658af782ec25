import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { catalogue } from '../../../tools/index.ts';
import { connect, type TestClient, textOf } from '../../support/clients/harness.ts';
import { sampleIds, userId } from '../../support/sample-ids.ts';
import { useSandbox } from '../../support/sandbox.ts';

/** After a change, the record is read and compared with the requested values. The service ignores some fields. */

const sandbox = useSandbox();
/** Field that the service ignores. */
let unknown: string | undefined;
/** Shortens the record in the response to a change. */
let shorten: (record: Record<string, unknown>) => unknown;
let client: TestClient;
let close: () => Promise<void>;

beforeAll(async () => {
  const pass = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body =
      chunks.length === 0 ? undefined : without(Buffer.concat(chunks), incoming.headers['content-type']);
    const { host: _host, 'content-length': _length, ...headers } = incoming.headers;
    const answer = await fetch(sandbox.url + incoming.url, {
      method: incoming.method ?? 'GET',
      headers: headers as Record<string, string>,
      ...(body === undefined ? {} : { body }),
    });
    const text = Buffer.from(await answer.arrayBuffer());
    const isChange =
      incoming.method !== 'GET' && !/auth|Get(Cases|Objects)/.test(incoming.url ?? '') && answer.ok;
    outgoing.writeHead(answer.status, {
      'content-type': answer.headers.get('content-type') ?? 'application/json',
    });
    outgoing.end(isChange && text.length > 0 ? JSON.stringify(shorten(JSON.parse(text.toString()))) : text);
  };
  const server = createServer((incoming, outgoing) => void pass(incoming, outgoing));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  client = await connect({
    env: {
      CASEBRIDGE_URL: url,
      CASEBRIDGE_LOGIN: 'admin',
      CASEBRIDGE_PASSWORD: 'sandbox-admin',
      CASEBRIDGE_CONFIRM: 'none',
    },
  });
  close = async () => {
    await client.close();
    server.closeAllConnections();
    server.close();
  };
});
afterAll(() => close());
beforeEach(() => {
  unknown = undefined;
  shorten = (record) => record;
});

function without(body: Buffer, type = ''): Buffer | string {
  if (unknown === undefined || !type.includes('json')) return body;
  const json = JSON.parse(body.toString()) as Record<string, unknown>;
  delete json[unknown];
  return JSON.stringify(json);
}

/** Makes a change and returns the notes after the record. */
const notesOf = async (name: string, args: Record<string, unknown>): Promise<string> => {
  const result = await client.callTool(name, args);
  expect(result.isError, textOf(result)).toBeFalsy();
  return result.content
    .slice(1)
    .map(({ text = '' }) => text)
    .join('\n');
};
const told = /Not saved|does not show whether/;

/** Rewrites a value in another notation: ids in braces and upper case, days before months, decimal commas. */
function writtenOtherwise(value: unknown): unknown {
  if (typeof value === 'number' && !Number.isInteger(value)) return String(value).replace('.', ',');
  if (typeof value === 'object' && value !== null)
    return Array.isArray(value)
      ? value.map(writtenOtherwise)
      : Object.fromEntries(Object.entries(value).map(([name, one]) => [name, writtenOtherwise(one)]));
  if (typeof value !== 'string') return value;
  if (/^[\da-f]{8}-[\da-f-]{27}$/.test(value)) return `{${value.toUpperCase()}}`;
  return value.replace(/^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d:\d\d).*)?$/, (_, year, month, day, time) =>
    [[day, month, year].join('.'), ...(time === undefined ? [] : [time])].join(' '),
  );
}

const { smith, prepareBundle, hearing, northbridge, claimant } = sampleIds;
const changes: readonly (readonly [tool: string, args: Record<string, unknown>])[] = [
  [
    'create_object',
    {
      ObjectTypeId: 'Арбитражное дело / Commercial litigation',
      Name: 'Harbour v. Ромашка',
      Number: 'N-1/2',
      Description: 'Lost cargo.',
      ResponsibleId: userId('ivan'),
      ClientId: northbridge,
      Stage: 'Intake',
      Fields: { CaseNumber: 'А40-1/2026', ClaimAmount: 1200.5 },
    },
  ],
  [
    'edit_object',
    {
      id: smith,
      Name: 'Smith v. All',
      ResponsibleId: userId('ivan'),
      Stage: 'Intake',
      Fields: { ClaimAmount: 5 },
    },
  ],
  [
    'create_task',
    {
      NameId: 'Draft witness statement',
      Description: 'Two  pages.',
      CaseId: smith,
      Responsibles: [{ Id: userId('john'), Type: 'User' }],
      ExecutionDate: '2026-03-31T18:00:00+03:00',
      StatusId: 'In progress',
      Attributes: { Hours: 5 },
    },
  ],
  [
    'update_task',
    {
      id: prepareBundle,
      Description: 'All of it',
      ExecutionDate: '2026-04-01T09:00:00Z',
      StatusId: 'Done',
    },
  ],
  [
    'create_event',
    {
      Name: 'Case management conference',
      StartDate: '2026-03-31T12:00:00+03:00',
      EndDate: '2026-03-31T13:30:00+03:00',
      Description: 'By video.',
      TypeId: 'Meeting',
      CaseId: smith,
      Location: 'Room 4',
    },
  ],
  [
    'update_event',
    {
      id: hearing,
      Name: 'Moved',
      StartDate: '2026-05-04T09:00:00Z',
      EndDate: '2026-05-04T10:00:00Z',
      Location: 'Room 5',
    },
  ],
  [
    'create_participant',
    {
      Type: 'Company',
      Name: 'АО «Новая верфь»',
      CompanyInfo: { IdNumber: '0000009099', KPP: '000001001' },
      ContactInfo: { EmailMain: 'wharf@example.org', PhoneMain: '+74950009999' },
      Attributes: { Segment: 'Новый', Tags: ['суда', 'порт'] },
    },
  ],
  ['add_object_participant', { id: sampleIds.emptyCard, ParticipantId: northbridge, RoleId: claimant }],
  ['edit_participant', { id: northbridge, ContactInfo: { EmailMain: 'new@example.org' } }],
];

describe('a change', () => {
  it.each(changes)('by %s that the service keeps whole is not doubted', async (tool, args) => {
    expect(await notesOf(tool, args)).not.toMatch(told);
  });

  it.each(changes)(
    'by %s is not called lost if the response writes its values differently',
    async (tool, args) => {
      shorten = (record) => writtenOtherwise(record) as Record<string, unknown>;
      expect(await notesOf(tool, args)).not.toMatch(/Not saved/);
    },
  );

  it.each(
    changes.flatMap(([tool, args]) =>
      Object.keys(args)
        .filter((name) => name !== 'id')
        .map((name) => [tool, name, args] as const),
    ),
  )('by %s whose %s the service ignores is not reported as complete', async (tool, name, args) => {
    unknown = name;
    const result = await client.callTool(tool, args);
    const text = result.content.map((block) => block.text ?? '').join('\n');
    // Exception: the service itself refuses a change without a field that it requires.
    if (result.isError) expect(text).toMatch(/^API_ERROR 4\d\d/);
    else expect(text).toMatch(new RegExp(`(Not saved.*|does not show whether it saved: .*)\\b${name}\\b`));
  });

  it('with only an id in its response is compared with the record, which is read once', async () => {
    shorten = ({ Id }) => ({ Id });
    const [tool, args] = changes[2] ?? ['', {}];
    expect(await notesOf(tool, args)).not.toMatch(told);
    unknown = 'Description';
    expect(await notesOf(tool, args)).toMatch(
      /^The service does not show whether it saved: Description\.$|Not saved.*: Description\./m,
    );
  });

  it('with an unreadable response is reported as unknown', async () => {
    shorten = () => ({ Result: 'ok' });
    const [tool, args] = changes[2] ?? ['', {}];
    expect(await notesOf(tool, args)).toMatch(/does not show whether it saved: .*Description/);
  });

  it('of values that the user may not write is not said to be made whole', async () => {
    const kate = await connect({
      env: { CASEBRIDGE_URL: sandbox.url, CASEBRIDGE_LOGIN: 'kate', CASEBRIDGE_PASSWORD: 'sandbox-kate' },
    });
    try {
      const result = await kate.callTool('create_object', {
        ObjectTypeId: 'Арбитражное дело / Commercial litigation',
        Name: 'Made by Kate',
        Fields: { CaseNumber: 'K-1', Grounds: 'ignored' },
      });
      expect(result.content[1]?.text).toMatch(/Not saved, .*: Fields\.Grounds\. /);
    } finally {
      await kate.close();
    }
  });
});

describe('every removal', () => {
  it('names the evidence for its success', () => {
    const open = catalogue
      .flatMap(({ operations }) => operations)
      .filter(({ access, removes }) => access === 'delete' && !removes)
      .map(({ name }) => name);
    // The permissions are read by the role's id. That this argument is such an id is only likely.
    expect(open).toEqual(['delete_role_permission']);
  });
});

describe('every change', () => {
  it('with a body reports its fields in the record afterwards', () => {
    const open = catalogue
      .flatMap(({ operations }) => operations)
      .filter(
        ({ access, body, stores, removes }) =>
          ['create', 'update'].includes(access) && body && !stores && !removes,
      )
      .map(({ name }) => name);
    expect(open).toEqual([]);
  });
});

describe('a check of the version', () => {
  it('that the service did not perform is reported, and one that it performed is not', async () => {
    unknown = 'IsVersionEnabled';
    const { Version } = (await client.call('get_object', { id: smith })) as { Version: number };
    const change = { id: smith, IsVersionEnabled: true };
    const right = { ...change, Version: String(Version), Description: 'Mine.' };
    expect(await notesOf('edit_object', right)).not.toContain('Version');
    const stale = { ...change, Version: String(Version), Description: 'Over it.' };
    const said = `The service did not check Version: the record had version ${Version + 1}, the call had ${Version}`;
    expect(await notesOf('edit_object', stale)).toContain(said);
  });
});
