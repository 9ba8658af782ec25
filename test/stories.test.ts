import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { stories, tell } from './stories/run.ts';
import type { Language } from './stories/story.ts';
import { startService, type TestClient, type TestService } from './support/harness.ts';

let service: TestService;
const open: TestClient[] = [];
beforeAll(async () => {
  service = await startService();
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.close()));
});
afterAll(() => service?.close());

/** The sample data as at first, whose days are those of UTC, and two assistants: one that has everything as it is, and one for conversations. */
async function begin(who: string) {
  service.reset();
  const args = ['--time-zone', 'UTC'];
  const plain = await service.connectAs(who, { args });
  const everyday = await service.connectAs(who, {
    args,
    env: { CASEBRIDGE_SURFACE: 'everyday', CASEBRIDGE_ANSWER_TOKENS: '' },
  });
  open.push(plain, everyday);
  return { plain, everyday };
}

describe.each(['en', 'ru'] satisfies Language[])('asked in the language %s', (language) => {
  it.each(stories.map((story) => [story.asked[language], story] as const))('“%s”', async (_asked, story) => {
    const first = await begin(story.who);
    const plain = await tell(story, 'plain', language, { client: first.plain, witness: first.plain });
    const second = await begin(story.who);
    const short = await tell(story, 'short', language, { client: second.everyday, witness: second.plain });
    expect(plain.facts.length + (plain.effect?.length ?? 0)).toBeGreaterThan(0);
    for (const fact of plain.facts) expect(short.told.text).toContain(fact);
    expect(short.effect).toEqual(plain.effect);
    expect(short.told.calls).toBeLessThanOrEqual(plain.told.calls);
    expect(short.told.tokens).toBeLessThan(plain.told.tokens);
  });
});
