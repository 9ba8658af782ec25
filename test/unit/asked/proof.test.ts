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

/** Client of a service that does not respond. */
const unreachable = {
  answer: () => Promise.reject(new SwitchedOffError('no answer')),
} as unknown as OperationClient;

/** Returns the notes about a result. */
async function notesOf(verified: VerifiedFilters, tool: string, args: object, ...rows: readonly unknown[]) {
  const { rows: checks = {} } = operations.find(({ name }) => name === tool) ?? {};
  const held = await holdRows({ tool, checks, args: args as never, rows, verified });
  return held === undefined ? [] : heldSentences([held]).map(({ en }) => en);
}

describe('an empty result', () => {
  it('with an unverified filter is inconclusive', async () => {
    expect(await notesOf(createVerifiedFilters(), 'list_tasks', { CaseId: id })).toEqual([
      'No matches were found, but some may exist: it is not known whether this service filters by CaseId. To check, call the same tool without CaseId.',
    ]);
  });

  it('by one that was seen to work is believed', async () => {
    const verified = createVerifiedFilters();
    await notesOf(verified, 'list_tasks', { CaseId: id }, { Case: { Id: id } });
    expect(await notesOf(verified, 'list_tasks', { CaseId: id.replace('1', '2') })).toEqual([]);
    expect(await notesOf(verified, 'list_events', { CaseId: id })).toHaveLength(1);
    expect(
      await notesOf(verified, 'list_tasks', { CaseId: id, ExecutionDateTo: '2026-01-01T00:00:00Z' }),
    ).toEqual([expect.stringContaining('it is not known whether this service filters by ExecutionDateTo.')]);
  });

  it('is conclusive if another response to the same request verifies the filter, in either order', async () => {
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

  it('is not verified by rows that lack the filtered field', async () => {
    const verified = createVerifiedFilters();
    await notesOf(verified, 'list_tasks', { CaseId: id }, { Name: 'Something' });
    expect(await notesOf(verified, 'list_tasks', { CaseId: id })).toHaveLength(1);
  });

  it('has to be proven for each word that the service may not know, and each field', async () => {
    const verified = createVerifiedFilters();
    await notesOf(verified, 'search_cases', { Status: 'InWork' }, { Status: 'InWork' });
    expect(await notesOf(verified, 'search_cases', { Status: 'InWork' })).toEqual([]);
    expect(await notesOf(verified, 'search_cases', { Status: 'Archived' })).toHaveLength(1);
    const by = (FieldTag: string) => ({ Filters: [{ FieldTag, SearchValues: ['Smith'] }] });
    await notesOf(verified, 'search_cases', by('Project_Name'), { Name: 'Smith v. Northbridge' });
    expect(await notesOf(verified, 'search_cases', by('Project_Name'))).toEqual([]);
    expect(await notesOf(verified, 'search_cases', by('Judge'))).toHaveLength(1);
  });

  it('after the last page is expected', async () => {
    expect(await notesOf(createVerifiedFilters(), 'list_tasks', { CaseId: id, Page: 2 })).toEqual([]);
  });
});
