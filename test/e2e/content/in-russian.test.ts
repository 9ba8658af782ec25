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
  it('lists the same tools, byte for byte', async () => {
    const [one, other] = await Promise.all([english, russian].map((client) => client.listTools()));
    expect(JSON.stringify(other?.tools)).toBe(JSON.stringify(one?.tools));
  });

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
