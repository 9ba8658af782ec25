import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestClient, type TestService, textOf } from '../../support/clients/harness.ts';
import { whereNamed } from '../../support/clients/profile.ts';
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
  expect(answer.isError).toBeFalsy();
  const text = textOf(answer);
  return { record: JSON.parse(text), note: answer.content[1]?.text ?? '', tokens: countTokens(text) };
};

describe('the answer to a change', () => {
  it('says what the record is, what was written and what the service has set, and names the rest', async () => {
    const { record, note } = await change('update_task', { id: task, Description: 'Three copies.' });
    expect(record).toMatchObject({
      Id: task,
      Name: 'Prepare bundle',
      Url: expect.stringContaining(task),
      Description: 'Three copies.',
      ExecutionDate: expect.any(String),
      ...whereNamed({ Status: expect.any(String), Case: 'Smith v. Northbridge Ltd' }, {}),
    });
    expect(record).not.toHaveProperty('History');
    for (const name of whereNamed([], ['Status', 'Case']))
      expect(note).toMatch(new RegExp(`Not shown: .*${name}`));
    expect(note).toMatch(/Not shown: .*History.*"detail":"full" with a change answers all of it/);
    const [uri = ''] = /answer:\/\/\w+/.exec(note) ?? [];
    const { contents } = await client.library.readResource({ uri });
    expect(JSON.stringify(contents)).toContain('History');
  });

  it('has the fields of the card that were written, and the ids that the service has made', async () => {
    const { record } = await change('edit_object', { id: smith, Fields: { Judge: 'E. Marlow' } });
    expect(record).toMatchObject({ Id: smith, Version: expect.any(Number), Number: 'CL-2026-000123' });
    expect(record.DocumentFolderId).toMatch(/^[\da-f-]{36}$/);
    expect(record.Fields).toEqual({ Judge: 'E. Marlow' });
    const { record: made } = await change('create_document', { Name: 'Letter', CaseId: smith });
    expect(made).toMatchObject({ docID: expect.any(String), Name: 'Letter', Url: expect.any(String) });
  });

  it('is all of the record where that is asked for, and a fraction of it else', async () => {
    const calls: [string, Record<string, unknown>][] = [
      ['update_task', { id: task, Description: 'Two copies.' }],
      ['edit_object', { id: smith, Description: 'Unpaid work.' }],
      ['update_event', { id: sampleIds.hearing, Location: 'Room 5' }],
    ];
    for (const [name, args] of calls) {
      const full = await change(name, { ...args, detail: 'full' });
      const brief = await change(name, args);
      expect([name, brief.tokens < full.tokens * 0.75]).toEqual([name, true]);
    }
  });
});
