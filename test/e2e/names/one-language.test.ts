import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectLookups, type Lookups } from '../../support/clients/workflows.ts';
import { lookupQuestions } from '../../support/lookup-questions.ts';
import { sampleIds } from '../../support/sample-ids.ts';

/** A service that returns names in the language of the user, as the embedded service does by default. */
let workflows: Lookups;
beforeAll(async () => {
  workflows = await connectLookups({ profile: 'convenient', quirks: { language: 'user' } });
});
afterAll(() => workflows?.close());

/** Cyrillic and Latin name, separated by a slash. */
const both = /[а-яё] \/ [A-Z]/u;
const asked = {
  matter: 'Smith',
  id: sampleIds.smith,
  document: 'Letter before claim: Delta Corp.',
  type: 'Договор',
};
const changing = ['open_case_intake', 'draft_document'];
const questions = Object.entries(lookupQuestions(asked))
  .filter(([name]) => !changing.includes(name))
  .flatMap(([name, all]) => all.map((args) => [name, args] as const));

describe('a service in one language', () => {
  it.each(questions)('%s %j shows no name in two languages', async (name, args) => {
    for (const login of ['anna', 'head']) {
      const { text, data } = await workflows.ask(login, name, args);
      expect(`${text} ${JSON.stringify(data)}`).not.toMatch(both);
    }
  });

  it('shows states and types in the language of the user', async () => {
    const english = await workflows.ask('anna', 'case_brief', { case: sampleIds.smith });
    const russian = await workflows.ask('head', 'case_brief', { case: sampleIds.smith });
    expect(english.text).toMatch(/Hearing/);
    expect(russian.text).toMatch(/Судебное заседание/);
    expect(russian.text).not.toMatch(/\| Hearing \|/);
  });

  it('takes system names, written as words, for a change', async () => {
    const client = await workflows.as('head');
    const task = await client.call('create_task', {
      NameId: 'Call client',
      CaseId: sampleIds.smith,
      StatusId: 'in progress',
    });
    expect(JSON.stringify(await client.call('get_task', { id: task.Id }))).toContain('В работе');
  });

  it('takes the names that its user reads for a change', async () => {
    for (const [login, status] of [
      ['anna', 'In progress'],
      ['head', 'В работе'],
    ] as const) {
      const client = await workflows.as(login);
      const task = await client.call('create_task', {
        NameId: 'Call client',
        CaseId: sampleIds.smith,
        StatusId: status,
      });
      const read = await client.call('get_task', { id: task.Id });
      expect(JSON.stringify(read)).toContain(status);
    }
  });
});
