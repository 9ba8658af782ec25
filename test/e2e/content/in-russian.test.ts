import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { languages } from '../../../src/contract/language.ts';
import { connect, startService, type TestClient, type TestService } from '../../support/clients/harness.ts';
import { lookupResult } from '../../support/clients/workflows.ts';
import { documentId } from '../../support/sample-ids.ts';
import { environmentOf, json, startUpstream } from '../../support/servers/upstream.ts';

/** A server with Russian as its language. Texts for users are Russian, texts for models are not. */

let service: TestService;
let english: TestClient;
let russian: TestClient;
/** Clients whose lists lack the tools from which parts of results come. */
let lookers: readonly TestClient[];
beforeAll(async () => {
  service = await startService();
  [english, russian] = await Promise.all([
    service.connectAs('anna'),
    service.connectAs('anna', { env: { CASEBRIDGE_LANGUAGE: 'ru' } }),
  ]);
  lookers = await Promise.all(
    languages.map((language) =>
      service.connectAs('anna', {
        env: {
          CASEBRIDGE_LANGUAGE: language,
          CASEBRIDGE_TOOLS: '-list_tasks,-list_task_statuses,-list_participants',
        },
      }),
    ),
  );
});
afterAll(async () => {
  await Promise.all([english, russian, ...lookers].map((client) => client?.close()));
  await service?.close();
});

const said = async (client: TestClient, name: string, args: object) => {
  const { content } = await client.callTool(name, args as Record<string, unknown>);
  return content
    .map((block) => ('text' in block ? block.text : ''))
    .slice(1)
    .join('\n');
};

describe('a server with Russian as its language', () => {
  it.each([
    ['everyday', 50],
    ['all', 200],
  ] as const)(
    'lists the tools of the surface %s with Russian titles, and the rest byte for byte',
    async (surface, moreTokens) => {
      const [one, other] = await Promise.all(
        ['en', 'ru'].map(async (language) => {
          const client = await service.connectAs('anna', {
            env: { CASEBRIDGE_SURFACE: surface, CASEBRIDGE_LANGUAGE: language },
          });
          const { tools } = await client.listTools();
          await client.close();
          return tools;
        }),
      );
      const titles = other?.map(({ title }) => String(title)) ?? [];
      expect(titles.filter((title) => !/^[А-ЯЁ][а-яё ]+( \(v\d\)| PDF| MCP)?$/.test(title))).toEqual([]);
      expect(new Set(titles).size).toBe(one?.length);
      const restOf = (tools: typeof one) => tools?.map(({ title, ...tool }) => JSON.stringify(tool));
      expect(restOf(other)).toEqual(restOf(one));
      // Hosts show titles to users. If a host also sends them to its model, this is their cost in tokens.
      const [less = 0, more = 0] = [one, other].map((tools) => countTokens(JSON.stringify({ tools })));
      expect(more - less).toBeLessThanOrEqual(moreTokens);
    },
  );

  it('adds notes in Russian about further and hidden rows', async () => {
    const list = { PageSize: 2 };
    expect(await said(english, 'list_cases', list)).toContain('More: the same call with Page 2.');
    const notes = await said(russian, 'list_cases', list);
    expect(notes).toContain('Дальше: тот же вызов с Page 2.');
    const none = await said(russian, 'list_cases', { ...list, fields: ['Id', 'Colour'] });
    expect(none).toContain('Ни у одной записи здесь нет Colour; есть: ');
    for (const text of [notes, none]) expect(text).not.toMatch(/[a-z]{3,} [a-z]{3,} [a-z]{3,}/);
  });

  it.each([
    ['agenda', {}, 'Не прочитано: задачи (отключено администратором).', 'Not read: tasks (switched off'],
    [
      'workload',
      {},
      'Не прочитано: статусы задач (отключено администратором).',
      'Not read: task statuses (switched off',
    ],
    ['find_case', {}, /^Подходящих дел: \d+, показано 10\. Уточните запрос\.$/m, 'cases match, 10 are shown'],
    ['case_brief', { case: 'Smith' }, 'Не прочитано: статусы задач', 'Not read: task statuses'],
    [
      'find_person',
      { query: 'Иванов' },
      'Не прочитано: участники (отключено администратором).',
      'Not read: participants (switched off',
    ],
    ['case_timeline', { case: 'Smith' }, 'Не прочитано: задачи', 'Not read: tasks'],
    [
      'query_records',
      { sql: 'SELECT one.number FROM cases one, cases two' },
      /^Показано строк: \d+ из \d+\. Используйте LIMIT/m,
      'rows are shown: use LIMIT',
    ],
    ['query_records', { sql: 'SELECT number FROM cases', plan: true }, 'только план', 'Only the plan'],
  ] as const)(
    'reports missing parts of the result of %s in Russian',
    async (name, args, inRussian, inEnglish) => {
      const [one, other] = await Promise.all(
        lookers.map(async (client) => lookupResult(await client.callTool(name, args))),
      );
      expect(one?.notes.join('\n')).toContain(inEnglish);
      expect(one?.notes.join('\n')).not.toMatch(/[а-яё]{3}/);
      const notes = other?.notes.join('\n') ?? '';
      if (typeof inRussian === 'string') expect(notes).toContain(inRussian);
      else expect(notes).toMatch(inRussian);
      expect(notes).not.toMatch(/[a-z]{3,} [a-z]{3,} [a-z]{3,}/);
    },
  );

  it('says in Russian that the time is not that of the user record', async () => {
    const me = { Id: '00000000-0000-4000-8000-000000000001', Name: 'Anna', Email: 'anna', TimeZone: 'Moon' };
    const upstream = await startUpstream({
      call: (response, { target }) => json(response, 200, /users\/0/.test(target) ? me : { Items: [me] }),
    });
    const client = await connect({
      env: { ...environmentOf(upstream.url), TZ: 'Asia/Tokyo', CASEBRIDGE_LANGUAGE: 'ru' },
    });
    const { notes } = lookupResult(await client.callTool('agenda'));
    expect(notes).toContain(
      'Часовой пояс вашей учётной записи неизвестен: время указано для Asia/Tokyo. Другой часовой пояс можно задать в `time_zone`.',
    );
    await client.close();
    await upstream.close();
  });

  it('adds notes about a file of its format in Russian', async () => {
    const args = { document: documentId('smithTerms') };
    const [inEnglish, inRussian] = await Promise.all(
      [english, russian].map(
        async (client) => (await client.callTool('read_document', args)).content[1]?.text,
      ),
    );
    expect(inEnglish).toMatch(/Pending tracked changes/);
    expect(inRussian).toMatch(/Исправления, не принятые и не отклонённые: \d+ встав(?:ка|ки|ок) /);
    expect(inRussian).not.toMatch(/[a-z]{3,} [a-z]{3,} [a-z]{3,}/);
  });

  it('says in Russian that a document has other words', async () => {
    const args = { document: 'Northbridge, letter of demand', find: 'xylophone' };
    const [inEnglish, inRussian] = await Promise.all(
      [english, russian].map(
        async (client) => (await client.callTool('read_document', args)).content[1]?.text,
      ),
    );
    expect(inEnglish).toContain('The text may use other words: try them');
    expect(inRussian).toContain('В тексте это может быть сказано другими словами');
    expect(inRussian).not.toMatch(/[a-z]{3,} [a-z]{3,} [a-z]{3,}/);
  });
});
