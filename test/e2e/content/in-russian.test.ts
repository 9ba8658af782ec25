import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestClient, type TestService } from '../../support/clients/harness.ts';

/** A server that is set to speak Russian: what people read of it, and what models alone read. */

let service: TestService;
let english: TestClient;
let russian: TestClient;
beforeAll(async () => {
  service = await startService();
  [english, russian] = await Promise.all([
    service.connectAs('anna'),
    service.connectAs('anna', { env: { CASEBRIDGE_LANGUAGE: 'ru' } }),
  ]);
});
afterAll(async () => {
  await Promise.all([english?.close(), russian?.close()]);
  await service?.close();
});

const said = async (client: TestClient, name: string, args: object) => {
  const { content } = await client.callTool(name, args as Record<string, unknown>);
  return content
    .map((block) => ('text' in block ? block.text : ''))
    .slice(1)
    .join('\n');
};

describe('a server that speaks Russian', () => {
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
      // Hosts show titles to people. What they cost where a host tells its model of them too:
      const [less = 0, more = 0] = [one, other].map((tools) => countTokens(JSON.stringify({ tools })));
      expect(more - less).toBeLessThanOrEqual(moreTokens);
    },
  );

  it('says behind answers in Russian what follows, and what is not shown', async () => {
    const list = { PageSize: 2 };
    expect(await said(english, 'list_cases', list)).toContain('More: the same call with Page 2.');
    const notes = await said(russian, 'list_cases', list);
    expect(notes).toContain('Дальше: тот же вызов с Page 2.');
    const none = await said(russian, 'list_cases', { ...list, fields: ['Id', 'Colour'] });
    expect(none).toContain('Ни у одной записи здесь нет Colour; есть ');
    for (const text of [notes, none]) expect(text).not.toMatch(/[a-z]{3,} [a-z]{3,} [a-z]{3,}/);
  });
});
