import { describe, expect, it } from 'vitest';
import { useAnnas } from '../../support/clients/anna-before.ts';
import { textOf } from '../../support/clients/harness.ts';
import { caseId } from '../../support/sample-ids.ts';
import { type Front, lastBody, type Otherwise } from '../../support/servers/front.ts';

/** Equivalent values in the notations of the service and of assistants. */

const smith = caseId('smith');
const at = useAnnas();

describe('a version that JavaScript cannot hold', () => {
  const big = 638_000_000_000_000_000n;
  const versioned: Otherwise = {
    answered: (json) =>
      json.replace(/"Version":(\d+)/g, (_, digits) => `"Version":${big + BigInt(digits) + 1n}`),
    taken: (body) =>
      body.replace(/"Version":(\d+)/g, (_, digits) => `"Version":${BigInt(digits) - big - 1n}`),
  };

  it('is shown with all its digits by the record and by lookups, in both of their forms', async () => {
    const { client } = await at.annaBefore(versioned);
    const { Version } = await at.anna.call('get_object', { id: smith });
    const digits = String(big + BigInt(Version) + 1n);
    expect(textOf(await client.callTool('get_object', { id: smith, detail: 'full' }))).toContain(digits);
    const brief = await client.callTool('case_brief', { case: 'CL-2026-000123' });
    expect(textOf(brief)).toContain(digits);
    expect(brief.structuredContent.case.version).toBe(digits);
  });

  it('is sent as the number it is, so that a change is made, and an outdated one refused', async () => {
    const { client, front } = await at.annaBefore(versioned);
    const brief = await client.callTool('case_brief', { case: 'CL-2026-000123' });
    const Version = brief.structuredContent.case.version;
    const change = { id: smith, Description: 'Exact', Version, IsVersionEnabled: true };
    await client.callTool('edit_object', change);
    expect(lastBody(front)).toContain(`"Version":${Version},`);
    expect((await at.anna.call('get_object', { id: smith })).Description).toBe('Exact');
    expect(await client.refusal('edit_object', change)).toMatch(/^API_ERROR 409/);
  });

  it('is not taken as a number, which has lost digits on its way, nor beyond the largest', async () => {
    const edit = (Version: unknown) => at.anna.refusal('edit_object', { id: smith, Version });
    expect(await edit(2 ** 53)).toMatch(/^INVALID_ARGUMENTS: .*Version: .*quotation marks/);
    expect(await edit('9223372036854775808')).toMatch(/^INVALID_ARGUMENTS: .*9223372036854775807/);
    expect(await edit('1.5')).toMatch(/^INVALID_ARGUMENTS/);
    const Fields = { ClaimAmount: 2 ** 53 };
    expect(await at.anna.refusal('edit_object', { id: smith, Fields })).toMatch(
      /^INVALID_ARGUMENTS: .*quotation/,
    );
  });

  it('is accepted as a number if that loses no digits', async () => {
    const { Version } = await at.anna.call('get_object', { id: smith });
    const change = { id: smith, Description: 'Small', Version, IsVersionEnabled: true };
    expect((await at.anna.call('edit_object', change)).Description).toBe('Small');
  });
});

describe('a timestamp with an offset', () => {
  it('is sent in UTC, in a body, a query, a form and further fields', async () => {
    const { client, front } = await at.annaBefore({});
    const last = () => front.sent.at(-1) as Front['sent'][number];
    await client.callTool('create_event', {
      Name: 'Hearing',
      StartDate: '2026-03-04T10:11:12+03:00',
      EndDate: '2026-03-04T23:30:00.125-05:30',
      Description: '2026-03-04T10:11:12+03:00',
    });
    expect(JSON.parse(lastBody(front))).toMatchObject({
      StartDate: '2026-03-04T07:11:12Z',
      EndDate: '2026-03-05T05:00:00.125Z',
      // Texts written by users are not converted.
      Description: '2026-03-04T10:11:12+03:00',
    });
    await client.callTool('list_tasks', { ExecutionDateFrom: '2026-03-01T00:00:00+03:00' });
    expect(last().request).toContain('ExecutionDateFrom=2026-02-28T21%3A00%3A00Z');
    await client.callTool('create_document', {
      File: { name: 'a.txt', text: 'x' },
      Date: '2026-03-04T01:00:00+03:00',
    });
    expect(lastBody(front)).toContain('\r\n2026-03-03T22:00:00Z\r\n');
    await client.callTool('edit_object', { id: smith, Fields: { NextHearing: '2026-03-31T12:00:00+03:00' } });
    expect(JSON.parse(lastBody(front)).Fields.NextHearing).toBe('2026-03-31T09:00:00Z');
    const filter = { FieldTag: 'NextHearing', BeginValue: '2026-03-31T12:00:00+03:00' };
    await client.callTool('search_cases', { Filters: [filter] });
    expect(JSON.parse(lastBody(front)).Filters[0].BeginValue).toBe('2026-03-31T09:00:00Z');
  });

  it('is sent unchanged if it is in UTC, and a date stays a date', async () => {
    const { client, front } = await at.annaBefore({});
    await client.callTool('list_tasks', { ExecutionDateFrom: '2026-03-01T00:00:00.1234567Z' });
    expect(front.sent.at(-1)?.request).toContain('2026-03-01T00%3A00%3A00.1234567Z');
    await client.callTool('edit_object', { id: smith, Fields: { NextHearing: '2026-03-31' } });
    expect(JSON.parse(lastBody(front)).Fields.NextHearing).toBe('2026-03-31');
  });

  it('without a zone is refused with the form that tells one', async () => {
    const asked = { ExecutionDateFrom: '2026-03-01T00:00:00' };
    expect(await at.anna.refusal('list_tasks', asked)).toMatch(/with zone, such as/);
  });
});

describe('a moment without a zone', () => {
  const lookups = [
    ['agenda', {}],
    ['case_brief', { case: 'CL-2026-000123' }],
    ['case_timeline', { case: 'CL-2026-000123' }],
    ['workload', {}],
  ] as const;
  const moment = /"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d+)?Z"/g;
  const inMoscow = (text: string) =>
    text.endsWith('T00:00:00')
      ? text
      : new Date(Date.parse(`${text}Z`) + 3 * 3_600_000).toISOString().slice(0, 19);

  it.each([
    ['UTC', (text: string) => text, []],
    ['its own', inMoscow, ['--service-time-zone', 'Europe/Moscow']],
  ] as const)('is read in %s zone, wherever the machine and the reader are', async (_, written, args) => {
    const zoneless = (json: string) => json.replace(moment, (__, text) => `"${written(text)}"`);
    const own = ['--time-zone', 'Asia/Tokyo'];
    const [there, other] = await Promise.all([
      at.annaBefore({}, { args: own }),
      at.annaBefore({ answered: zoneless }, { args: [...own, ...args], env: { TZ: 'Europe/Moscow' } }),
    ]);
    for (const [name, asked] of lookups) {
      const [right, answer] = await Promise.all([
        there.client.callTool(name, asked),
        other.client.callTool(name, asked),
      ]);
      expect(textOf(answer), name).toBe(textOf(right));
    }
  });

  it('is sent back with its zone by a change that keeps it', async () => {
    const zoneless = (json: string) => json.replace(moment, (_, text) => `"${inMoscow(text)}"`);
    const { client, front } = await at.annaBefore(
      { answered: zoneless },
      { args: ['--service-time-zone', 'Europe/Moscow'], env: { TZ: 'Asia/Tokyo' } },
    );
    const [event] = (await at.anna.call('list_events', { CaseId: smith })).Items;
    await client.callTool('update_event', { id: event.Id, Description: 'Room 5' });
    expect(JSON.parse(lastBody(front))).toMatchObject({
      StartDate: event.StartDate.replace('.000', ''),
      Description: 'Room 5',
    });
  });
});

describe('null in a change', () => {
  it('empties a field that can be empty, of an object, a task, an event, a document and a participant', async () => {
    const { client, front } = await at.annaBefore({});
    const sent = () => JSON.parse(lastBody(front));
    const shown = (kind: string, id: string) => at.anna.call(`get_${kind}`, { id });
    await client.callTool('edit_object', { id: smith, ResponsibleId: null, Stage: null, FolderId: null });
    expect(sent()).toEqual({ ResponsibleId: null, Stage: null, FolderId: null });
    expect(await shown('object', smith)).toMatchObject({ Responsible: null });
    const [task] = (await at.anna.call('list_tasks', { CaseId: smith })).Items;
    await client.callTool('update_task', { id: task.Id, ExecutionDate: null, CaseId: null });
    expect(sent()).toMatchObject({ ExecutionDate: null, CaseId: null, Name: task.Name });
    expect((await shown('task', task.Id)).ExecutionDate ?? null).toBeNull();
    const [event] = (await at.anna.call('list_events', { CaseId: smith })).Items;
    await client.callTool('update_event', { id: event.Id, Location: null, Reminder: null, CaseId: null });
    expect(sent()).toMatchObject({ Location: null, Reminder: null, CaseId: null, Name: event.Name });
    expect((await shown('event', event.Id)).Case ?? null).toBeNull();
    const [person] = (await at.anna.call('list_participants', { Name: 'Jane Smith' })).Items;
    await client.callTool('edit_participant', { id: person.Id, ContactInfo: { Phone: null } });
    expect(sent()).toEqual({ ContactInfo: { Phone: null } });
    expect((await shown('participant', person.Id)).ContactInfo?.Phone ?? null).toBeNull();
  });

  it('means "not given" if a call contains every argument, and the result says so', async () => {
    const { client, front } = await at.annaBefore({});
    const tools: { name: string; inputSchema?: any }[] = (await client.listTools()).tools;
    const names = Object.keys(tools.find(({ name }) => name === 'edit_object')?.inputSchema.properties);
    const nulls = Object.fromEntries(names.map((name) => [name, null]));
    const filled = { ...nulls, id: smith, Description: 'Only this' };
    const answer = await client.callTool('edit_object', filled);
    expect(JSON.parse(lastBody(front))).toEqual({ Description: 'Only this' });
    expect(answer.content.at(-1)?.text).toContain('Arguments with the value null were ignored');
    await client.callTool('edit_object', { ...filled, more: { Stage: null } });
    expect(JSON.parse(lastBody(front))).toEqual({ Description: 'Only this', Stage: null });
  });

  it('counts as missing when creating or reading, and is refused for fields that cannot be empty', async () => {
    const made = await at.anna.call('create_task', {
      Name: 'Prepare bundle',
      CaseId: null,
      ExecutionDate: null,
    });
    expect(made.Id).toBeTruthy();
    expect((await at.anna.call('list_tasks', { CaseId: null, PageSize: 1 })).Items).toHaveLength(1);
    expect(await at.anna.refusal('edit_object', { id: smith, Name: null })).toMatch(/null does not say/);
  });

  it('of a filled field asks for confirmation and shows the lost value', async () => {
    const { client, front } = await at.annaBefore({}, { env: { CASEBRIDGE_CONFIRM: 'delete' } });
    const before = front.sent.filter(({ request }) => request.startsWith('PATCH')).length;
    const answer = await client.callTool('edit_object', { id: smith, ResponsibleId: null });
    expect(textOf(answer)).toMatch(/^(CONFIRMATION|NOT_CONFIRMED|CANNOT_ASK|NO_CONFIRMATION)/);
    expect(front.sent.filter(({ request }) => request.startsWith('PATCH'))).toHaveLength(before);
  });
});

describe('values that the description leaves open', () => {
  it('can be sent with lists, downloads and logs in the query', async () => {
    const { client, front } = await at.annaBefore({});
    const query = () =>
      new URL(front.sent.at(-1)?.request.split(' ')[1] ?? '', 'http://service').searchParams;
    const more = { OnlyMine: true, Kinds: ['a', 'b'] };
    for (const name of ['list_objects', 'list_events', 'list_tasks', 'list_folders', 'list_participants']) {
      await client.callTool(name, { more });
      expect([query().get('OnlyMine'), query().getAll('Kinds')], name).toEqual(['true', ['a', 'b']]);
    }
    const [{ FileId }] = (await at.anna.call('list_documents', { Search: 'Order' })).Items;
    await client.callTool('download_file', { id: FileId, more });
    expect(query().get('OnlyMine')).toBe('true');
    await client.callTool('download_script_log', { more });
    expect(query().get('OnlyMine')).toBe('true');
  });

  it('cannot make the service fetch from a host that the operator has not allowed', async () => {
    const id = '00000000-0000-4000-8000-000000000000';
    for (const address of [
      'http://files.example.com/a',
      'https://10.0.0.1/',
      '//inner/x',
      '169.254.169.254',
      'localhost:80',
      '[::1]',
    ])
      for (const name of ['download_file', 'upload_from_address']) {
        const asked = name === 'download_file' ? { id } : { url: 'https://files.example.com/a' };
        const refusal = await at.anna.refusal(name, { ...asked, more: { Address: address } });
        expect(refusal, `${name} ${address}`).toMatch(/^INVALID_ARGUMENTS: .*more\.Address/);
      }
  });

  it('are accepted as a text or an object if a place may be either, and shown as their texts', async () => {
    const [event] = (await at.anna.call('list_events', { CaseId: smith })).Items;
    const Location = { Name: 'Court 5', Address: 'Bridge Street 1' };
    const { client, front } = await at.annaBefore({
      answered: (json) => json.replace(/"Location":"[^"]*"/g, `"Location":${JSON.stringify(Location)}`),
      taken: (body) => body.replace(JSON.stringify(Location), '"Court 5"'),
    });
    await client.callTool('update_event', { id: event.Id, Location });
    expect(JSON.parse(lastBody(front)).Location).toEqual(Location);
    await client.callTool('update_event', { id: event.Id, Description: 'Kept' });
    expect(JSON.parse(lastBody(front)).Location).toEqual(Location);
    const brief = await client.callTool('case_timeline', { case: 'CL-2026-000123' });
    expect(textOf(brief)).toContain('Court 5, Bridge Street 1');
  });
});
