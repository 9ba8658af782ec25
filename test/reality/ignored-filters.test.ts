import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { startService, textOf } from '../support/clients/harness.ts';
import { groupId, sampleIds, unknownId } from '../support/sample-ids.ts';
import { type Perturbation, startPerturbed } from '../support/servers/perturbing.ts';
import { type MatrixRow, runMatrix } from './matrix.ts';
import { emptyFilters, ignoredFilters, untriedFilters, uselessSearches } from './perturbations.ts';
import { listQuestions, lookupQuestions } from './questions.ts';

const wrongIn = (rows: readonly MatrixRow[]) =>
  rows.flatMap(({ perturbation, wrong }) =>
    wrong.map(({ question, got }) => `the service ${perturbation}: ${question}\n${got.slice(0, 400)}`),
  );

describe('a filter that the service ignores', () => {
  it.each(['convenient', 'described'])(
    'leads to no answer that is wrong and does not say so: a %s service',
    async (profile) => {
      const rows = await runMatrix([...lookupQuestions, ...listQuestions], ignoredFilters, profile);
      expect(wrongIn(rows)).toEqual([]);
      const tried = rows.flatMap(({ cells }) => cells).filter((cell) => cell !== 'not asked');
      expect(tried.length).toBeGreaterThan(100);
    },
    400_000,
  );

  it('does not prove that there are no rows if it has never found any', async () => {
    const rows = await runMatrix([...lookupQuestions, ...listQuestions], emptyFilters, 'described');
    expect(wrongIn(rows)).toEqual([]);
    expect(rows.flatMap(({ cells }) => cells).filter((cell) => cell === 'said').length).toBeGreaterThan(60);
  }, 1_200_000);

  it('leaves a search by words as right as it was, as does a service that refuses to search', async () => {
    const byWords = lookupQuestions.filter(({ about }) => /word|name|number|nothing|case/.test(about));
    const rows = await runMatrix(byWords, [...uselessSearches, ...ignoredFilters.slice(0, 2)], 'described');
    const cells = rows.flatMap((row) => row.cells);
    expect(cells.filter((cell) => cell === 'right').length).toBeGreaterThan(20);
    expect(wrongIn(rows)).toEqual([]);
    expect(cells.filter((cell) => cell === 'said')).toEqual([]);
  }, 600_000);

  it('does not lead to an empty result if unfiltered rows never end', async () => {
    const service = await startService();
    const perturbed = await startPerturbed(service.url);
    const stranger = (id: string) => ({ Id: id, Name: 'Of others', Case: { Id: unknownId } });
    perturbed.perturbation = {
      name: 'answers with tasks of other cases, page after page',
      answer: (body, { path, query }) =>
        path.endsWith('/tasks')
          ? {
              Items: Array.from({ length: 100 }, () => stranger(randomUUID())),
              NextPageUrl: `${service.url}${path}?page=${Number(query.get('Page') ?? 1) + 1}`,
            }
          : body,
    };
    const client = await service.connectAs('anna', {
      over: 'memory',
      env: { CASEBRIDGE_URL: perturbed.url },
    });
    const brief = textOf(await client.callTool('case_brief', { case: sampleIds.smith }));
    expect(brief).toMatch(/Open tasks: not shown/);
    expect(brief).not.toMatch(/Open tasks: none/);
    const { content } = await client.callTool('list_tasks', { CaseId: sampleIds.smith });
    const list = content.map(({ text }) => text).join('\n');
    expect(list).toMatch(/The service ignored CaseId: 100 of 100 rows did not match and were left out\./);
    expect(list).toMatch(
      /More: the same call with Page 2\. No item on this page matched, but other pages may have matches/,
    );
    await client.close();
    await perturbed.close();
    await service.close();
  });

  it('by a group gives it no events of cases that others may answer for', async () => {
    const service = await startService();
    const perturbed = await startPerturbed(service.url);
    const asked = async (perturbation: Perturbation) => {
      perturbed.perturbation = perturbation;
      const env = { CASEBRIDGE_URL: perturbed.url };
      const client = await service.connectAs('anna', { over: 'memory', env });
      const group = groupId('Litigation');
      const { content, structuredContent } = await client.callTool('agenda', { group });
      await client.close();
      return {
        events: (structuredContent as any).events.map(({ name }: { name: string }) => name),
        told: content.map(({ text }) => text).join('\n'),
      };
    };
    const own = await asked({ name: 'is as it is' });
    const ignored = await asked({
      name: 'ignores ResponsibleIds of objects',
      request: ({ path, body }) => {
        if (path.endsWith('/GetObjects')) delete body.ResponsibleIds;
      },
    });
    const refused = await asked({
      name: 'refuses ids of nobody',
      refuse: ({ path, body }) =>
        path.endsWith('/GetObjects') && JSON.stringify(body.ResponsibleIds).includes('ffffffff')
          ? 400
          : undefined,
    });
    expect(own.events.length).toBeGreaterThan(0);
    expect(own.told).not.toMatch(/ResponsibleIds/);
    expect(refused.events).toEqual(own.events);
    expect(refused.told).not.toMatch(/ResponsibleIds/);
    expect(ignored.events).toEqual([]);
    expect(ignored.told).toMatch(
      /ignored ResponsibleIds of search_objects: \d+ of \d+ records did not match/,
    );
    await perturbed.close();
    await service.close();
  });

  it('is tried for every argument of a list that asks for rows', () => expect(untriedFilters()).toEqual([]));
});
