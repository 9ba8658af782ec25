import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { doubts } from '../reality/matrix.ts';
import { stories, tell } from '../stories/run.ts';
import type { Language, Story } from '../stories/story.ts';
import { startService, type TestClient, type TestService } from '../support/clients/harness.ts';
import { inOurWords, wordPairs } from './in-our-words.ts';

/** Stories at a service that calls things otherwise: each is told rightly, or whoever asked is told what is missing. */

const languages = ['en', 'ru'] satisfies Language[];
const cache = mkdtempSync(join(tmpdir(), 'casebridge-stories-'));
let described: TestService;
let renamed: TestService;
let pairs: Awaited<ReturnType<typeof wordPairs>>;
const clients = new Map<string, Promise<TestClient>>();

beforeAll(async () => {
  [described, renamed] = await Promise.all(
    ['described', 'renamed'].map((profile) => startService({ profile })) as [
      Promise<TestService>,
      Promise<TestService>,
    ],
  );
  pairs = await wordPairs(
    await connectAs(described, 'admin', 'off'),
    await connectAs(renamed, 'admin', 'off'),
  );
});
afterAll(async () => {
  for (const client of clients.values()) await (await client).close();
  await described?.close();
  await renamed?.close();
  rmSync(cache, { recursive: true });
});

function connectAs(
  service: TestService,
  who: string,
  learn: 'on' | 'off',
  isPlain = true,
): Promise<TestClient> {
  const everyday = { CASEBRIDGE_SURFACE: 'everyday', CASEBRIDGE_ANSWER_TOKENS: '' };
  const key = `${service.url} ${who} ${learn} ${isPlain}`;
  const connected =
    clients.get(key) ??
    service.connectAs(who, {
      over: 'memory',
      args: ['--time-zone', 'UTC'],
      env: { CASEBRIDGE_LEARN: learn, CASEBRIDGE_CACHE_DIR: cache, ...(isPlain ? {} : everyday) },
    });
  clients.set(key, connected);
  return connected;
}

const lengthOf = (text: string) => text.length;

/** What the story is at a service as it is described. */
async function asDescribed(story: Story, language: Language) {
  described.reset();
  const client = await connectAs(described, story.who, 'off');
  return tell(story, 'plain', language, { client, witness: client, lengthOf });
}

/** `right`, or by what it is known that something may be missing; undefined: nobody is told. */
async function outcomeOf(story: Story, language: Language, learn: 'on' | 'off'): Promise<string | undefined> {
  const right = await asDescribed(story, language);
  renamed.reset();
  const client = inOurWords(await connectAs(renamed, story.who, learn, false), pairs);
  const witness = inOurWords(await connectAs(renamed, 'admin', 'on'), pairs);
  let read = '';
  const heard: TestClient = {
    ...client,
    callTool: async (...call) => {
      const answer = await client.callTool(...call);
      read += answer.content.map(({ text = '' }) => `${text}\n`).join('');
      return answer;
    },
  };
  const told = await tell(story, 'short', language, { client: heard, witness, lengthOf }).catch(
    (error: unknown) => error as Error,
  );
  const isRight =
    !(told instanceof Error) &&
    right.facts.every((fact) => read.includes(fact)) &&
    JSON.stringify(told.effect) === JSON.stringify(right.effect);
  if (isRight) return 'right';
  const said = told instanceof Error && told.message.includes('was refused') ? told.message : read;
  return (told instanceof Error && / was refused: /.test(told.message)) || doubts.test(said)
    ? 'said'
    : undefined;
}

/** Stories that a reference alone makes whole; the others need a person who knows what the fields mean. */
const wholeWithLearning: readonly string[] = [
  'due this week',
  'the workload of lawyers',
  'a signed document',
  'the service and its script',
  'filing a contract and asking for its review',
  'drafting from a template',
  'bringing a case back',
  'filling the card',
];

describe.each(languages)('a service with other names, asked in the language %s', (language) => {
  it.each(stories.map((story) => [story.title, story] as const))(
    'and not read: “%s” is right, or it is said that it is not',
    async (_, story) => expect(await outcomeOf(story, language, 'off')).toMatch(/^(?:right|said)$/),
  );

  it.each(stories.map((story) => [story.title, story] as const))(
    'and read: “%s” is right as far as its reference tells, or it is said that it is not',
    async (title, story) =>
      expect(await outcomeOf(story, language, 'on')).toBe(
        wholeWithLearning.includes(title) ? 'right' : 'said',
      ),
  );
});
