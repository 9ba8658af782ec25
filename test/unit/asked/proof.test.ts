import { describe, expect, it } from 'vitest';
import { holdRows } from '../../../src/asked/hold.ts';
import { createVerifiedFilters } from '../../../src/asked/proof.ts';
import { heldSentences } from '../../../src/asked/sentences.ts';
import { SwitchedOffError } from '../../../src/contract/errors.ts';
import type { OperationClient } from '../../../src/contract/operations/operation-client.ts';
import type { VerifiedFilters } from '../../../src/contract/operations/row-check.ts';
import { collectHeld } from '../../../src/mcp/calls/hold-answer.ts';
import { catalogue } from '../../../tools/index.ts';

const operations = catalogue.flatMap((area) => area.operations);
const id = '11111111-0000-4000-8000-000000000000';

/** A client of a service that answers nothing. */
const unreachable = {
  answer: () => Promise.reject(new SwitchedOffError('no answer')),
} as unknown as OperationClient;

/** What is said of an answer. */
async function said(verified: VerifiedFilters, tool: string, args: object, ...rows: readonly unknown[]) {
  const { rows: checks = {} } = operations.find(({ name }) => name === tool) ?? {};
  const held = await holdRows({ tool, checks, args: args as never, rows, verified });
  return held === undefined ? [] : heldSentences([held]).map(({ en }) => en);
}

describe('nothing that was found', () => {
  it('by a filter that was never seen to work is said to prove nothing', async () => {
    expect(await said(createVerifiedFilters(), 'list_tasks', { CaseId: id })).toEqual([
      'Matches may exist although none was found: no row has confirmed yet that this service applies CaseId. To check, call the same tool without CaseId.',
    ]);
  });

  it('by one that was seen to work is believed', async () => {
    const verified = createVerifiedFilters();
    await said(verified, 'list_tasks', { CaseId: id }, { Case: { Id: id } });
    expect(await said(verified, 'list_tasks', { CaseId: id.replace('1', '2') })).toEqual([]);
    expect(await said(verified, 'list_events', { CaseId: id })).toHaveLength(1);
    expect(
      await said(verified, 'list_tasks', { CaseId: id, ExecutionDateTo: '2026-01-01T00:00:00Z' }),
    ).toEqual([
      expect.stringContaining('no row has confirmed yet that this service applies ExecutionDateTo.'),
    ]);
  });

  it('is believed where another answer to the same request shows that it works, whichever comes first', async () => {
    const { rows: checks = {} } = operations.find(({ name }) => name === 'list_tasks') ?? {};
    const verified = createVerifiedFilters();
    const heard = collectHeld(verified);
    const hear = async (CaseId: string, ...rows: readonly unknown[]) =>
      heard.add(
        { tool: 'list_tasks', args: { CaseId }, checks },
        await holdRows({ tool: 'list_tasks', checks, args: { CaseId }, rows, verified }),
      );
    await hear(id.replace('1', '2'));
    expect((await heard.settled(unreachable)).notes).toHaveLength(1);
    await hear(id, { Case: { Id: id } });
    expect(await heard.settled(unreachable)).toEqual({ notes: [], isDoubtful: false });
  });

  it('is not believed by rows that do not show what was asked for', async () => {
    const verified = createVerifiedFilters();
    await said(verified, 'list_tasks', { CaseId: id }, { Name: 'Something' });
    expect(await said(verified, 'list_tasks', { CaseId: id })).toHaveLength(1);
  });

  it('has to be proven for each word that the service may not know, and each field', async () => {
    const verified = createVerifiedFilters();
    await said(verified, 'search_cases', { Status: 'InWork' }, { Status: 'InWork' });
    expect(await said(verified, 'search_cases', { Status: 'InWork' })).toEqual([]);
    expect(await said(verified, 'search_cases', { Status: 'Archived' })).toHaveLength(1);
    const by = (FieldTag: string) => ({ Filters: [{ FieldTag, SearchValues: ['Smith'] }] });
    await said(verified, 'search_cases', by('Project_Name'), { Name: 'Smith v. Northbridge' });
    expect(await said(verified, 'search_cases', by('Project_Name'))).toEqual([]);
    expect(await said(verified, 'search_cases', by('Judge'))).toHaveLength(1);
  });

  it('behind the last page is what was to be expected', async () => {
    expect(await said(createVerifiedFilters(), 'list_tasks', { CaseId: id, Page: 2 })).toEqual([]);
  });
});
