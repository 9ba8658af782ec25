import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectLookups, type Lookups } from '../../support/clients/workflows.ts';
import { sampleIds } from '../../support/sample-ids.ts';

let workflows: Lookups;
beforeAll(async () => {
  workflows = await connectLookups();
});
afterAll(() => workflows?.close());

const smith = sampleIds.smith;
const brief = () => workflows.ask('anna', 'case_brief', { case: smith });
async function write(Fields: object): Promise<void> {
  const { version } = (await brief()).data.case;
  const change = { id: smith, Fields, Version: version, IsVersionEnabled: true };
  await (await workflows.as('anna')).call('edit_object', change);
}

describe('a deadline on the card', () => {
  it('stands in the brief with the working day that it moves to, the next one first', async () => {
    // A Saturday before a working Monday, and a hearing on a working day.
    await write({ AppealUntil: '2026-03-14T00:00:00Z', NextHearing: '2026-03-11T10:00:00Z' });
    const { text, data } = await brief();
    expect(data.case.deadlines).toEqual([
      'Следующее заседание / Next hearing: Wed 2026-03-11 13:00',
      'Срок обжалования / Appeal until: Sat 2026-03-14 (day off, so Mon 2026-03-16)',
    ]);
    expect(text).toContain(`Deadlines: ${data.case.deadlines.join('; ')}`);
    expect(data.case.card.join()).not.toContain('Appeal until');
  });

  it('that has passed is shown if its name says that it is one', async () => {
    await write({ AppealUntil: '2026-02-16T00:00:00Z', NextHearing: '2026-02-17T10:00:00Z' });
    const { data } = await brief();
    expect(data.case.deadlines).toEqual(['Срок обжалования / Appeal until: Mon 2026-02-16 (passed)']);
  });

  it('is missing if the card has no such date', async () => {
    await write({ AppealUntil: null, NextHearing: null });
    const { text, data } = await brief();
    expect(data.case.deadlines).toEqual([]);
    expect(text).not.toContain('Deadlines');
  });
});
