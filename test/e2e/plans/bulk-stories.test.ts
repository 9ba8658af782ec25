import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startService, type TestService } from '../../support/clients/harness.ts';
import { people } from '../../support/stories.ts';
import { bulkStories } from './bulk-stories.ts';
import { connectPlanner, type Planner } from './planner.ts';

/**
 * Series of changes that users request. They run over both transports, with clients of both eras, and in both
 * languages.
 */

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

/** Each pair of transport, client and language occurs. */
const ways = [
  { over: 'stdio', kind: 'v1', language: 'en' },
  { over: 'stdio', kind: 'v2 pinned', language: 'ru' },
  { over: 'http', kind: 'v1', language: 'ru' },
  { over: 'http', kind: 'v2 pinned', language: 'en' },
] as const;

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service?.close());

describe.each(ways)('a series over $over, by a client $kind, in the language $language', (way) => {
  const { over, kind, language } = way;
  let assistant: Planner;
  let calls = 0;
  beforeAll(async () => {
    assistant = await connectPlanner(service, 'admin', {
      over,
      kind,
      env: { CASEBRIDGE_LANGUAGE: language },
    });
    const { callTool } = assistant.client;
    Object.assign(assistant.client, {
      callTool: (...given: Parameters<typeof callTool>) => {
        calls += 1;
        return callTool(...given);
      },
    });
  });
  afterAll(() => assistant?.client.close());
  beforeEach(() => {
    service.reset();
    assistant.reset();
    calls = 0;
  });

  it.each(bulkStories.map((story) => ({ ...story, asked: story[language] })))(
    'takes at most three calls and one question: $asked',
    async ({ play, read, after, questions }) => {
      const person = people(() => service.url)('admin');
      const before = await read(person);
      const answer = await play(assistant);
      expect(answer.isError, answer.text).toBe(false);
      expect(await read(person), answer.text).toEqual(after(before));
      expect(calls).toBeLessThanOrEqual(3);
      expect(assistant.user.questions.length, assistant.user.questions.join('\n')).toBe(questions);
    },
  );
});
