import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { doubts } from '../reality/matrix.ts';
import { stories, tell } from '../stories/run.ts';
import type { Language, Story } from '../stories/story.ts';
import { startService, type TestClient, type TestService } from '../support/clients/harness.ts';
import { inOurWords, wordPairs } from './in-our-words.ts';
import { writeReviewed } from './reviewed.ts';

/** Stories at a service that renames fields. Each answer is right, or the user is told that something is missing. */

const languages = ['en', 'ru'] satisfies Language[];
const folder = mkdtempSync(join(tmpdir(), 'casebridge-stories-'));
const file = join(folder, 'deployment.json');
/** Knowledge of the server about the service: none, its API reference, or a file completed by a person. */
const known = {
  nothing: { CASEBRIDGE_LEARN: 'off' },
  reference: { CASEBRIDGE_LEARN: 'on', CASEBRIDGE_CACHE_DIR: folder },
  file: { CASEBRIDGE_DEPLOYMENT: file },
};
type Known = keyof typeof known;

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
  await writeReviewed(renamed, file);
  pairs = await wordPairs(
    await connectAs(described, 'admin', 'nothing'),
    await connectAs(renamed, 'admin', 'nothing'),
  );
});
afterAll(async () => {
  for (const client of clients.values()) await (await client).close();
  await described?.close();
  await renamed?.close();
  rmSync(folder, { recursive: true });
});

function connectAs(service: TestService, who: string, what: Known, isPlain = true): Promise<TestClient> {
  const everyday = { CASEBRIDGE_SURFACE: 'everyday', CASEBRIDGE_ANSWER_TOKENS: '' };
  const key = `${service.url} ${who} ${what} ${isPlain}`;
  const connected =
    clients.get(key) ??
    service.connectAs(who, {
      over: 'memory',
      args: ['--time-zone', 'UTC'],
      env: { ...known[what], ...(isPlain ? {} : everyday) },
    });
  clients.set(key, connected);
  return connected;
}

const lengthOf = (text: string) => text.length;

/** Runs the story at the described service, as the expected result. */
async function asDescribed(story: Story, language: Language) {
  described.reset();
  const client = await connectAs(described, story.who, 'nothing');
  return tell(story, 'plain', language, { client, witness: client, lengthOf });
}

/** Returns `right`, or the reason why something may be missing. Returns undefined if the user is not warned. */
async function outcomeOf(story: Story, language: Language, what: Known): Promise<string | undefined> {
  const right = await asDescribed(story, language);
  renamed.reset();
  const client = inOurWords(await connectAs(renamed, story.who, what, false), pairs);
  const witness = inOurWords(await connectAs(renamed, 'admin', 'file'), pairs);
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
  const isRefused = told instanceof Error && / was refused: /.test(told.message);
  return isRefused || doubts.test(read) ? 'said' : undefined;
}

/** Stories that need only the API reference. The others need a person who knows the meaning of the fields. */
const wholeWithLearning: readonly string[] = [
  'my day',
  'a newcomer',
  'intake of a claim',
  'planning a hearing',
  'due this week',
  'who is in the case',
  'a brief of the matter',
  'a conflict check',
  'the workload of lawyers',
  'a signed document',
  'what a letter demands',
  'a reply to the claim',
  'the service and its script',
  'filing a contract and asking for its review',
  'drafting from a template',
  'archiving what is closed',
  'bringing a case back',
  'the parties of a case',
  'filling the card',
];

describe.each(languages)('a service with other names, in the language %s', (language) => {
  it.each(stories.map((story) => [story.title, story] as const))(
    'without learning: “%s” is right, or has a warning',
    async (_, story) => expect(await outcomeOf(story, language, 'nothing')).toMatch(/^(?:right|said)$/),
  );

  it.each(stories.map((story) => [story.title, story] as const))(
    'with learning: “%s” is right as far as the reference allows, or has a warning',
    async (title, story) =>
      expect(await outcomeOf(story, language, 'reference')).toBe(
        wholeWithLearning.includes(title) ? 'right' : 'said',
      ),
  );

  it.each(stories.map((story) => [story.title, story] as const))(
    'with a file completed by a person: “%s” is right',
    async (_, story) => expect(await outcomeOf(story, language, 'file')).toBe('right'),
  );
});

it('has the same tools with every configuration', async () => {
  const listOf = async (service: TestService, what: Known) =>
    JSON.stringify(await (await connectAs(service, 'anna', what, false)).listTools());
  const plain = await listOf(described, 'nothing');
  for (const what of Object.keys(known) as Known[]) expect(await listOf(renamed, what)).toBe(plain);
});
