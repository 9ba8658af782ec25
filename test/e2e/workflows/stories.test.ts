import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stories, tell } from '../../stories/run.ts';
import type { Language, Story } from '../../stories/story.ts';
import { startService, type TestClient, type TestService } from '../../support/clients/harness.ts';
import { timeless } from '../../support/time/timeless.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  for (const { plain, everyday } of await Promise.all(assistants.values()))
    await Promise.all([plain.close(), everyday.close()]);
  await service?.close();
});

/** Two assistants in the UTC time zone: one with unchanged responses and all tools, and one for conversations. */
interface Assistants {
  readonly plain: TestClient;
  readonly everyday: TestClient;
}
const assistants = new Map<string, Promise<Assistants>>();

/** Resets the sample data and returns the user's assistants. They are shared by all stories, as in an office. */
async function begin(who: string): Promise<Assistants> {
  service.reset();
  const made = assistants.get(who) ?? connectAssistants(who);
  assistants.set(who, made);
  return made;
}

async function connectAssistants(who: string): Promise<Assistants> {
  const args = ['--time-zone', 'UTC'];
  const env = { CASEBRIDGE_SURFACE: 'everyday', CASEBRIDGE_ANSWER_TOKENS: '' };
  return {
    plain: await service.connectAs(who, { args }),
    everyday: await service.connectAs(who, { args, env }),
  };
}

/** Measures characters instead of tokens, because counting tokens takes longer than the rest of the test. */
const measured = { lengthOf: (text: string) => text.length };

describe.each(['en', 'ru'] satisfies Language[])('asked in the language %s', (language) => {
  const asked = (isTimeless: boolean) =>
    stories
      .filter((story) => (story.isTimeless === true) === isTimeless)
      .map((story) => [story.asked[language], story] as const);
  const isTold = async (_asked: string, story: Story) => {
    const first = await begin(story.who);
    const plain = await tell(story, 'plain', language, {
      client: first.plain,
      witness: first.plain,
      ...measured,
    });
    const second = await begin(story.who);
    const short = await tell(story, 'short', language, {
      client: second.everyday,
      witness: second.plain,
      ...measured,
    });
    expect(plain.facts.length + (plain.effect?.length ?? 0)).toBeGreaterThan(0);
    for (const fact of plain.facts) expect(short.told.text).toContain(fact);
    expect(short.effect).toEqual(plain.effect);
    expect(short.told.calls).toBeLessThanOrEqual(plain.told.calls);
    expect(short.told.tokens).toBeLessThan(plain.told.tokens);
  };

  it.each(asked(false))('“%s”', isTold);
  timeless().each(asked(true))('“%s”', isTold);
});
