import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Services, startServices } from '../compare.ts';
import { questions } from '../questions/index.ts';
import { tableOfTrials } from '../table.ts';
import { evaluate, type Trial } from './evaluate.ts';
import { type ScriptedModel, type ScriptedTurn, startScriptedModel } from './scripted-model.ts';
import { readModelSettings } from './settings.ts';

const key = 'canary-key-of-a-model';
let services: Services;
let model: ScriptedModel | undefined;
beforeAll(async () => {
  services = await startServices();
});
afterEach(async () => {
  await model?.close();
  model = undefined;
});
afterAll(() => services?.close());

/** Runs one question with a mock model that gives these replies. */
async function trial(
  api: 'openai' | 'anthropic',
  id: string,
  ...turns: readonly ScriptedTurn[]
): Promise<Trial> {
  model = await startScriptedModel(turns);
  const settings = readModelSettings({
    ...{ EVALS_API: api, EVALS_ADDRESS: model.address, EVALS_MODEL: 'scripted', EVALS_KEY: key },
  });
  if (settings === undefined) throw new Error('a model is named');
  const asked = questions.filter((question) => question.id === id);
  const [first] = await evaluate({ ...services, settings, questions: asked, iterations: 1 });
  if (first === undefined) throw new Error(`there is no question ${id}`);
  expect(JSON.stringify(first)).not.toContain(key);
  return first;
}

const number = 'cases of one number';
const found: ScriptedTurn = { calls: [['find_case', '{"query":"НП-2026-5"}']] };
const right: ScriptedTurn = {
  text: 'Two of them.\nANSWER: ["Tax audit of Quill & Partners LLP", "Налоговая проверка ООО «Вектор»"]',
};

describe.each(['openai', 'anthropic'] as const)('a model that is asked as by %s', (api) => {
  it('is right with exactly the facts, in any order', async () => {
    const { isRight, end, calls, tokens, errors } = await trial(api, number, found, right);
    expect({ isRight, end, calls, errors }).toEqual({ isRight: true, end: 'answered', calls: 1, errors: 0 });
    expect(tokens).toBeGreaterThan(50);
    const [{ headers, body }, second] = (model?.requests ?? []) as any;
    expect(headers.authorization ?? headers['x-api-key']).toContain(key);
    expect(JSON.stringify(body.tools)).toContain('find_case');
    expect(JSON.stringify(second.body.messages)).toContain('Tax audit of Quill');
  });

  it('is wrong with a fact too few, too many, or in no list', async () => {
    for (const text of [
      'ANSWER: ["Tax audit of Quill & Partners LLP"]',
      'ANSWER: []',
      'I found two cases.',
    ]) {
      expect((await trial(api, number, { text })).isRight).toBe(false);
      await model?.close();
    }
  });

  it('has calls of unknown tools and unwanted changes counted', async () => {
    const wrong: ScriptedTurn = {
      calls: [
        ['find_matter', '{}'],
        ['edit_object', '{"id":"Smith v. Northbridge Ltd","Stage":"Trial"}'],
      ],
    };
    const { wrongTools, errors, isRight } = await trial(api, number, wrong, right);
    expect({ wrongTools, errors, isRight }).toEqual({ wrongTools: 2, errors: 1, isRight: true });
  });

  it('continues after arguments that are not JSON, which are counted', async () => {
    const broken: ScriptedTurn = { calls: [['find_case', '{"query": "НП']] };
    const { broken: count, errors, isRight } = await trial(api, number, broken, found, right);
    expect({ count, errors, isRight }).toEqual({ count: 1, errors: 1, isRight: true });
  });

  it('is stopped in a circle', async () => {
    expect(await trial(api, number, found)).toMatchObject({ end: 'endless', isRight: false });
    expect(model?.requests.length).toBeLessThan(30);
  });

  it('may refuse', async () => {
    const { end, isRight } = await trial(api, number, { text: 'I would rather not.', isRefusal: true });
    expect({ end, isRight }).toEqual({ end: 'refused', isRight: false });
  });

  it('is asked again if it names a wait, and fails if it never answers', async () => {
    const busy: ScriptedTurn = { status: 429, retryAfter: '0' };
    expect((await trial(api, number, busy, busy, found, right)).isRight).toBe(true);
    await model?.close();
    const { end, reason } = await trial(api, number, busy);
    expect({ end, reason }).toEqual({ end: 'failed', reason: expect.stringMatching(/answered 429/) });
  });

  it('is judged by the state after a change, not by its answer', async () => {
    const change: ScriptedTurn = {
      calls: [['edit_object', '{"id":"Smith v. Northbridge","Stage":"Trial"}']],
    };
    expect((await trial(api, 'move a case on', change, { text: 'ANSWER: []' })).isRight).toBe(true);
    await model?.close();
    const said = await trial(api, 'move a case on', { text: 'Done!\nANSWER: []' });
    expect(said).toMatchObject({ end: 'answered', isRight: false });
  });
});

describe('the settings of a model', () => {
  it('report the wrong or missing one', () => {
    expect(readModelSettings({})).toBeUndefined();
    expect(() => readModelSettings({ EVALS_MODEL: 'm' })).toThrow(/EVALS_ADDRESS is missing/);
    expect(() => readModelSettings({ EVALS_MODEL: 'm', EVALS_ADDRESS: 'models' })).toThrow(/no address/);
    const other = { EVALS_MODEL: 'm', EVALS_ADDRESS: 'http://127.0.0.1/v1', EVALS_API: 'soap' };
    expect(() => readModelSettings(other)).toThrow(/neither openai nor anthropic/);
  });
});

describe('the table of a model', () => {
  it('says how many were right, and right each time', async () => {
    const one = await trial('openai', number, found, right);
    const table = tableOfTrials([one, { ...one, iteration: 2, isRight: false }]);
    expect(table).toContain('| ambiguous | 2 | 50 % | 0 % | 1.0 |');
  });
});
