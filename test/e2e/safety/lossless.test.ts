import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connect, type TestClient, textOf } from '../../support/clients/harness.ts';
import { dialects, nameless } from '../../support/servers/keeping/dialect.ts';
import { recordIds, sampleRecords, uuid } from '../../support/servers/keeping/records.ts';
import { type KeepingService, startKeepingService } from '../../support/servers/keeping/service.ts';

/** Changes of one field on services with different notations of records that replace the whole record. */

const folder = mkdtempSync(join(tmpdir(), 'casebridge-lossless-'));
afterAll(() => rmSync(folder, { recursive: true }));

const connectTo = (url: string): Promise<TestClient> =>
  connect({
    over: 'memory',
    env: {
      CASEBRIDGE_URL: url,
      CASEBRIDGE_LOGIN: 'anna',
      CASEBRIDGE_PASSWORD: 'secret',
      CASEBRIDGE_CONFIRM: 'none',
      CASEBRIDGE_LEARN: 'on',
      CASEBRIDGE_CACHE_DIR: mkdtempSync(join(folder, 'cache-')),
    },
  });

const changes: readonly (readonly [
  tool: string,
  kind: keyof typeof recordIds,
  args: object,
  changed: object,
])[] = [
  ['update_task', 'tasks', { Description: 'Three.' }, { Description: 'Three.' }],
  ['update_task', 'tasks', { StatusId: uuid(40) }, { Status: uuid(40) }],
  ['update_task_v2', 'tasks', { Name: 'Call' }, { Name: 'Call' }],
  ['update_event', 'events', { Location: 'Room 5' }, { Location: 'Room 5' }],
  ['update_event_v2', 'events', { Description: 'In court.' }, { Description: 'In court.' }],
  [
    'update_task',
    'tasks',
    { more: { StartsAt: '2026-03-29T09:00:00Z', Watchers: [uuid(24)] } },
    { StartsAt: Date.UTC(2026, 2, 29, 9), Watchers: [uuid(24)] },
  ],
  ['update_participant', 'participants', { INN: '7707083893' }, { INN: '7707083893' }],
  [
    'update_participant',
    'participants',
    { ContactInfo: { Email: 'new@example.org' } },
    { ContactInfo: { ...(sampleRecords().participants?.ContactInfo as object), Email: 'new@example.org' } },
  ],
  [
    'update_task',
    'tasks',
    { CaseId: uuid(45), PriorityId: uuid(46) },
    { Case: uuid(45), Priority: uuid(46) },
  ],
  ['update_participant_v3', 'participants', { Name: 'Smith Anna' }, { Name: 'Smith Anna' }],
  [
    'update_object',
    'objects',
    { Stage: 'Trial', Fields: sampleRecords().objects?.Fields },
    { Stage: 'Trial' },
  ],
  ['update_document', 'documents', { TypeId: uuid(41) }, { Type: uuid(41) }],
];

describe.each(dialects)('a service with records $name', (dialect) => {
  let service: KeepingService;
  let client: TestClient;
  beforeAll(async () => {
    service = await startKeepingService(dialect);
    client = await connectTo(service.url);
  });
  afterAll(async () => {
    await client?.close();
    await service?.close();
  });
  beforeEach(() => service.reset());

  it.each(changes)('keeps all other fields in %s of %s %o', async (tool, kind, args, changed) => {
    const idName = kind === 'documents' ? 'Id' : 'id';
    const date =
      kind === 'documents' ? { Date: new Date(sampleRecords().documents?.Date as number).toISOString() } : {};
    const result = await client.callTool(tool, { [idName]: recordIds[kind], ...date, ...args });
    const { changed: _, ...after } = service.records[kind] as Record<string, unknown>;
    expect(result.isError, textOf(result)).toBeFalsy();
    expect({ after, text: textOf(result) }).toEqual({
      after: { ...sampleRecords()[kind], ...changed },
      text: expect.not.stringMatching(/Changed or lost|Not saved/),
    });
  });
});

describe('a service without a reference that refuses fields that it does not know', () => {
  it('gets all other fields of the record that it takes', async () => {
    const dialect = dialects.find(({ isDescribed }) => !isDescribed) as (typeof dialects)[number];
    const counts = { DaysLeft: 3, IsOverdue: false, Progress: { Percent: 40 } };
    const service = await startKeepingService(dialect, { unknown: 'refused', counts });
    const client = await connectTo(service.url);
    const result = await client.callTool('update_task', { id: recordIds.tasks, Description: 'Three.' });
    const { changed: _, ...after } = service.records.tasks as Record<string, unknown>;
    await client.close();
    await service.close();
    expect({ after, text: textOf(result) }).toEqual({
      after: { ...sampleRecords().tasks, Description: 'Three.' },
      text: expect.not.stringContaining('Changed or lost'),
    });
  });
});

/** Tools with their records, and the ids that only the caller can pass. */
const refusals: readonly (readonly [
  tool: string,
  kind: keyof typeof recordIds,
  args: object,
  missing: Record<string, string>,
])[] = [
  [
    'update_task',
    'tasks',
    { Description: 'Three.' },
    { TypeId: uuid(11), StatusId: uuid(12), PriorityId: uuid(13), ParentId: uuid(14), CaseId: uuid(10) },
  ],
  ['update_event', 'events', { Location: 'Room 5' }, { TypeId: uuid(11), CaseId: uuid(10) }],
  [
    'update_object',
    'objects',
    { Stage: 'Trial', Fields: sampleRecords().objects?.Fields },
    { ProjectId: uuid(30), FolderId: uuid(31), ResponsibleId: uuid(20), ClientId: uuid(32) },
  ],
];

describe.each([true, false])(
  'a service that replaces records and shows no ids of references (reference: %s)',
  (isDescribed) => {
    let service: KeepingService;
    let client: TestClient;
    beforeAll(async () => {
      service = await startKeepingService({ ...nameless, isDescribed });
      client = await connectTo(service.url);
    });
    afterAll(async () => {
      await client?.close();
      await service?.close();
    });
    beforeEach(() => service.reset());
    const changesSent = () => service.requests.filter((one) => !one.startsWith('GET'));

    it.each(refusals)('is sent no %s of %s that would empty them', async (tool, kind, args, missing) => {
      const result = await client.callTool(tool, { id: recordIds[kind], ...args });
      expect(textOf(result)).toMatch(/^WOULD_LOSE/);
      for (const name of Object.keys(missing)) expect(textOf(result)).toContain(name);
      expect(changesSent()).toEqual([]);
      expect(service.records).toEqual(sampleRecords());
    });

    it.each(refusals)(
      'is sent %s of %s once they are given, and loses nothing',
      async (tool, kind, args, missing) => {
        const result = await client.callTool(tool, { id: recordIds[kind], ...args, ...missing });
        expect(result.isError, textOf(result)).toBeFalsy();
        expect(changesSent()).toHaveLength(1);
        const { changed: _, ...after } = service.records[kind] as Record<string, unknown>;
        expect(after).toEqual({ ...sampleRecords()[kind], ...args });
      },
    );

    it.each(refusals)(
      'is sent %s of %s with `drop`, and the loss is reported',
      async (tool, kind, args, missing) => {
        const result = await client.callTool(tool, { id: recordIds[kind], ...args, drop: ['all'] });
        expect(result.isError, textOf(result)).toBeFalsy();
        expect(changesSent()).toHaveLength(1);
        expect(textOf(result)).toContain('Changed or lost');
        for (const name of Object.keys(missing)) expect(textOf(result)).toContain(name.replace(/Id$/, ''));
      },
    );
  },
);

describe('a service that replaces the custom fields of an object', () => {
  it('has a note that it cleared the omitted ones, if no user was asked', async () => {
    const service = await startKeepingService(dialects[0] as (typeof dialects)[number]);
    const client = await connectTo(service.url);
    const Fields = { Judge: 'I. Roth' };
    const result = await client.callTool('update_object', { id: recordIds.objects, Fields });
    await client.close();
    await service.close();
    expect(service.records.objects?.Fields).toEqual(Fields);
    expect(textOf(result)).toMatch(/^Changed or lost[\s\S]*ClaimAmount/);
  });
});
