import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestClient, type TestService, textOf } from '../../support/clients/harness.ts';
import { sampleIds } from '../../support/sample-ids.ts';

const smith = sampleIds.smith;
const task = sampleIds.prepareBundle;
let service: TestService;
let client: TestClient;
beforeAll(async () => {
  service = await startService();
  client = await service.connectAs('admin', { env: { CASEBRIDGE_ANSWER_TOKENS: '8000' } });
});
afterAll(async () => {
  await client?.close();
  await service?.close();
});

const change = async (name: string, args: Record<string, unknown>) => {
  const answer = await client.callTool(name, args);
  expect(answer.isError, textOf(answer)).toBeFalsy();
  const text = textOf(answer);
  return { record: JSON.parse(text), note: answer.content[1]?.text ?? '', tokens: countTokens(text) };
};

describe('the result of a change', () => {
  it('has the id of the record, and states the new and previous values once', async () => {
    await change('update_task', { id: task, Description: 'One copy.' });
    const { record, note } = await change('update_task', { id: task, Description: 'Three copies.' });
    expect(record).toEqual({
      Id: task,
      ...('Number' in record && { Number: expect.any(String) }),
      ...('Version' in record && { Version: expect.any(Number) }),
    });
    expect(note).toContain('description "One copy." → "Three copies.". Read back.');
    expect(note).not.toContain('answer://');
  });

  it('has values that words cannot express exactly, before and after', async () => {
    const long = 'Two "certified" copies.\n'.repeat(12).trim();
    await change('update_task', { id: task, Description: long });
    const { record } = await change('update_task', { id: task, Description: 'One copy.' });
    expect(record.Id).toBe(task);
    expect(record.Before.Description.slice(0, 100)).toBe(long.slice(0, 100));
  });

  it('states previous names, and omits unchanged values', async () => {
    const id = sampleIds.hearing;
    const { Name } = await client.call('get_event', { id });
    const named = await change('update_event', { id, Name: 'Moved' });
    expect(named.note).toContain(`name "${Name}" → Moved.`);
    expect(named.record).toEqual({ Id: id });
    expect((await change('update_event', { id, Name })).note).toContain(`name Moved → "${Name}".`);
    expect((await change('update_event', { id, Name })).note).toContain(`name "${Name}" (as before).`);
  });

  it('states the previous values of every kind of change', async () => {
    const smithBefore = await client.call('get_object', { id: smith });
    const { ClaimAmount } = smithBefore.Fields;
    const card = await change('edit_object', { id: smith, Fields: { ClaimAmount: ClaimAmount + 1 } });
    expect(card.record).toEqual({
      Id: smith,
      Number: 'CL-2026-000123',
      Version: smithBefore.Version + 1,
    });
    expect(card.note).toContain(`ClaimAmount ${ClaimAmount} → ${ClaimAmount + 1}.`);
    expect((await change('archive_case', { id: smith })).note).toContain('status in work → in the archive.');
    expect((await change('restore_object', { id: smith })).note).toContain(
      'status in the archive → in work.',
    );
    await change('edit_object', { id: smith, Fields: { ClaimAmount } });
    const company = await change('edit_participant', { id: 'Northbridge Ltd', Name: 'Northbridge' });
    expect(company.note).toContain('name "Northbridge Ltd" → Northbridge.');
    await change('edit_participant', { id: company.record.Id, Name: 'Northbridge Ltd' });
  });

  it('is complete even if the previous record cannot be read', async () => {
    service.faults.set([
      { on: 'GET /api/v2/objects/{id}', fault: { kind: 'status', status: 403 }, times: 5 },
    ]);
    const { record, note } = await change('edit_object', { id: smith, Description: 'Seen.' });
    service.faults.clear();
    expect(record).toMatchObject({ Id: smith });
    expect(record).not.toHaveProperty('Before');
    expect(note).toContain('description Seen.');
  });

  it('shows that the type of a new document was cleared by null, and its previous value', async () => {
    const { record: made } = await change('create_document', {
      ...{ File: { name: 'typed.txt', text: 'x' }, TypeId: 'Переписка / Correspondence' },
      // Words state minutes, so a date with seconds is repeated as a value.
      Date: '2026-05-05T10:20:30Z',
    });
    const given = { Id: made.docID, TypeId: null, Date: '2026-05-06T00:00:00Z' };
    const { record, note } = await change('update_document', given);
    expect(record.Before).toEqual({ Date: expect.any(String) });
    expect(note).toContain('type Переписка / Correspondence → empty');
    expect(note).not.toContain('Not saved');
    expect((await client.call('get_document', { id: made.docID })).Type ?? null).toBeNull();
  });

  it('shows cleared fields as empty, with their previous values', async () => {
    const id = sampleIds.hearing;
    await change('update_event', { id, Location: 'Room 7' });
    const { note } = await change('update_event', { id, Location: null });
    expect(note).toContain('location "Room 7" → empty');
    const { note: again } = await change('update_event', { id, Location: 'Room 7' });
    expect(again).toContain('location empty → "Room 7"');
  });

  it('omits previous values that assistants may not read', async () => {
    const env = { CASEBRIDGE_ANSWER_TOKENS: '8000', CASEBRIDGE_TOOLS: '-get_task' };
    const other = await service.connectAs('admin', { env });
    try {
      const answer = await other.callTool('update_task', { id: task, Description: 'Secretly.' });
      expect(JSON.parse(textOf(answer))).toMatchObject({ Id: task });
      expect(answer.content[1]?.text).toContain('description Secretly.');
      expect(JSON.stringify(answer)).not.toMatch(/Before|→/);
    } finally {
      await other.close();
    }
  });

  it('has the fields of the card that were written and no others', async () => {
    const Judge = 'E. "Ed" Marlow';
    const { record } = await change('edit_object', { id: smith, Fields: { Judge } });
    expect(record).toMatchObject({ Id: smith, Version: expect.any(Number), Number: 'CL-2026-000123' });
    expect(record.Fields).toEqual({ Judge });
    expect(record).not.toHaveProperty('DocumentFolderId');
  });

  it('names the folder of a document for which only the case was given', async () => {
    const { record, note } = await change('create_document', {
      Name: 'Letter',
      CaseId: 'Smith v. Northbridge',
    });
    expect(record).toMatchObject({ docID: expect.any(String), Url: expect.any(String) });
    const { DocumentFolderId } = await client.call('get_object', { id: smith });
    expect(note).toContain(
      `The call did not contain FolderId. It was sent as ${DocumentFolderId}, the DocumentFolderId of the case.`,
    );
    const { Folder } = await client.call('get_document', { id: record.docID });
    expect(Folder.Id).toBe(DocumentFolderId);
    const { note: given } = await change('create_document', {
      Name: 'Note',
      CaseId: smith,
      FolderId: DocumentFolderId,
    });
    expect(given).not.toContain('did not contain');
  });

  it('is the full record if requested, and otherwise a fraction of it', async () => {
    const calls: [string, Record<string, unknown>][] = [
      ['update_task', { id: task, Description: 'Two copies.' }],
      ['edit_object', { id: smith, Description: 'Unpaid work.' }],
      ['update_event', { id: sampleIds.hearing, Location: 'Room 5' }],
    ];
    for (const [name, args] of calls) {
      const full = await change(name, { ...args, detail: 'full' });
      const brief = await change(name, args);
      expect([name, brief.tokens < full.tokens * 0.5]).toEqual([name, true]);
    }
  });
});
