import { describe, expect, it } from 'vitest';
import { idOf, smith, useNamed, vector } from './named.ts';

const { at, sent, changes } = useNamed();

describe('looking names up', () => {
  it('sends no request if there are only ids', async () => {
    // The first call also finds out whether responses contain the address of the next page.
    await at.anna.call('list_tasks', {});
    (at.service.requests as unknown[]).length = 0;
    await at.anna.call('list_tasks', { CaseId: smith, ResponsibleIds: [idOf('05e4', 3)] });
    expect(sent()).toEqual(['GET /api/v2/tasks']);
  });

  it('does not repeat a recent request', async () => {
    await at.anna.call('get_task_type', { id: 'Звонок' });
    (at.service.requests as unknown[]).length = 0;
    await at.anna.call('get_task_type', { id: 'Call' });
    expect(sent()).toHaveLength(1);
  });

  it('shows each user only records that this user may see', async () => {
    const client = await at.service.connectAs('client1');
    try {
      await at.anna.call('get_object', { id: 'Smith v. Northbridge Ltd' });
      const text = await client.refusal('get_object', { id: 'ООО «Вектор» к АО «Северный мост»' });
      expect(text).not.toContain(vector);
    } finally {
      await client.close();
    }
  });

  it('that fails is no failure of the call itself, and says that nothing was sent', async () => {
    at.service.faults.set([{ on: 'GET /api/v2/legalForms', fault: { kind: 'status', status: 403 } }]);
    try {
      const client = await at.service.connectAs('anna', { own: true });
      const args = { Type: 'Company', Name: 'x', CompanyInfo: { LegalFormId: 'Ltd' } } as const;
      expect(await client.refusal('create_participant', args)).toMatch(
        /^NAME_LOOKUP_FAILED: Nothing was sent\. CompanyInfo\.LegalFormId "Ltd": the service did not answer list_legal_forms \(403\)\. Pass the id instead\./,
      );
      expect(changes()).toEqual([]);
      await client.close();
    } finally {
      at.service.faults.set([]);
    }
  });
});
