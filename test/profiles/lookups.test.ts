import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { doubts, nameOf } from '../reality/matrix.ts';
import { lookupQuestions } from '../reality/questions.ts';
import { startService, type TestClient, type ToolAnswer, textOf } from '../support/clients/harness.ts';
import { inTheirs, wordPairs } from './in-our-words.ts';

/** Calls of workflows at services that lack or rename fields. Each result is right or reported as incomplete. */

const cache = mkdtempSync(join(tmpdir(), 'casebridge-lookups-'));
afterAll(() => rmSync(cache, { recursive: true }));

interface At {
  readonly client: TestClient;
  close(): Promise<void>;
}

async function connectTo(profile: string, learn: string): Promise<At> {
  const service = await startService({ profile });
  const client = await service.connectAs('anna', {
    over: 'memory',
    args: ['--time-zone', 'Europe/Moscow'],
    env: { CASEBRIDGE_LEARN: learn, CASEBRIDGE_CACHE_DIR: cache },
  });
  return {
    client,
    close: async () => {
      await client.close();
      await service.close();
    },
  };
}

/** Returns the text of a result without its time. */
const factsOf = (answer: ToolAnswer) => textOf(answer).replace(/; now [^\n]*|Searched: [^\n]*/g, '');
const notesOf = ({ content }: ToolAnswer) =>
  content
    .slice(1)
    .map(({ text }) => text)
    .join('\n');

let described: At;
const right = new Map<string, ToolAnswer>();
beforeAll(async () => {
  described = await connectTo('described', 'off');
  for (const question of lookupQuestions)
    right.set(nameOf(question), await described.client.callTool(question.tool, { ...question.args }));
});
afterAll(() => described?.close());

/**
 * Returns the card fields for which the described service returns no name. Other services may name them, and
 * `case_brief` then shows them.
 */
const leftOutOf = (facts: string) =>
  /^Card fields not shown: (.*)\. get_object/m.exec(facts)?.[1]?.split('; ') ?? [];
const withoutFields = (facts: string, names: readonly string[]) =>
  names.reduce(
    (text, name) => text.replace(new RegExp(`; ${literally(name)}: [^;\n]*`), ''),
    facts.replace(/^Card fields not shown: .*\n/m, ''),
  );

const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Returns a pattern for the expected text. Other services may return the names that the described one lacks. */
const likeRight = (facts: string) =>
  new RegExp(
    `^${facts
      .split(/[\da-f-]{36} \(name not returned by this service\)/)
      .map(literally)
      .join('[^\\n|]*')}$`,
  );

/** Replaces the names of groups and sorts the lines, because only some services return these names. */
const withoutGroups = (facts: string) =>
  facts
    .replace(
      /[\da-f-]{36} \(name not returned by this service\)|Судебная практика|Договорная работа/g,
      'group',
    )
    .split('\n')
    .sort()
    .join('\n');

describe.each<[profile: string, learn: 'on' | 'off', said: readonly string[]]>([
  ['2023', 'on', []],
  ['convenient', 'off', []],
  ['hostile', 'on', []],
  [
    'sparse',
    'off',
    [
      'find_case (words)',
      'find_case (number)',
      'find_case (party)',
      'find_case (responsible)',
      'find_case (status)',
      'find_case (changed)',
      'find_case (words, status)',
      'case_brief (name)',
      'case_brief (number)',
      'agenda (me)',
      'agenda (person)',
      'agenda (group)',
      'agenda (case)',
      'find_person (INN)',
      'find_person (name)',
      'find_person (phone)',
      'find_person (e-mail)',
    ],
  ],
  [
    'renamed',
    'off',
    [
      'find_case (words)',
      'find_case (number)',
      'find_case (nothing)',
      'find_case (party)',
      'find_case (responsible)',
      'find_case (status)',
      'find_case (changed)',
      'find_case (words, status)',
      'case_brief (name)',
      'case_brief (number)',
      'case_timeline (name)',
      'case_timeline (id)',
      'agenda (me)',
      'agenda (person)',
      'agenda (group)',
      'agenda (case)',
      'find_person (INN)',
      'find_person (name)',
      'find_person (phone)',
      'find_person (e-mail)',
      'workload (all)',
      'workload (group)',
    ],
  ],
  [
    'renamed',
    'on',
    [
      'case_brief (name)',
      'case_brief (number)',
      'case_timeline (name)',
      'case_timeline (id)',
      'agenda (me)',
      'agenda (person)',
      'agenda (case)',
      'workload (all)',
      'workload (group)',
    ],
  ],
])('on profile %s, learning %s', (profile, learn, said) => {
  let at: At;
  let theirs: (text: string) => string;
  beforeAll(async () => {
    at = await connectTo(profile, learn);
    const pairs = profile === 'renamed' ? await wordPairs(described.client, at.client) : [];
    theirs = (text) => inTheirs(pairs, text);
  });
  afterAll(() => at?.close());

  it.each(lookupQuestions.map((question) => [nameOf(question), question] as const))(
    '%s',
    async (name, question) => {
      const answer = await at.client.callTool(question.tool, { ...question.args });
      const wanted = right.get(name) as ToolAnswer;
      const facts = theirs(factsOf(wanted));
      const nameless = leftOutOf(facts);
      const isRight =
        answer.isError !== true &&
        (likeRight(withoutFields(facts, nameless)).test(withoutFields(factsOf(answer), nameless)) ||
          withoutGroups(facts) === withoutGroups(factsOf(answer)));
      const isSaid =
        answer.isError === true ||
        (notesOf(answer) !== notesOf(wanted) && doubts.test(notesOf(answer) + factsOf(answer)));
      const got = isRight
        ? 'right'
        : isSaid
          ? 'said'
          : `silently wrong: ${factsOf(answer)}\n${notesOf(answer)}`;
      expect(got).toBe(said.includes(name) ? 'said' : 'right');
    },
  );
});
