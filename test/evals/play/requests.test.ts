import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSandbox, type Sandbox } from '../../../src/sandbox/index.ts';
import { prepareRequest, readStart, type Start } from './judging/judge.ts';
import { playRequests } from './requests/index.ts';
import { rightAnswers } from './requests/right-answers.ts';

let service: Sandbox;
/** Records at the start, by user. They are the same after each reset, and reading them takes hundreds of requests. */
const starts = new Map<string, Start>();
beforeAll(async () => {
  service = await createSandbox({ quirks: { language: 'user' } });
  for (const who of new Set(playRequests.map((request) => request.who)))
    starts.set(who, await readStart(service.url, who));
});
beforeEach(() => service.reset());
afterAll(() => service?.close());

const all = playRequests.map((request) => [request.id, request] as const);
const answerTo = (id: string) => rightAnswers[id] ?? '';

describe('requests that are played', () => {
  it('are half of them Russian, 24 look-ups, 24 changes and eight series in both languages, each with a right answer', () => {
    expect(new Set(playRequests.map(({ id }) => id)).size).toBe(64);
    expect(playRequests.filter(({ language }) => language === 'ru')).toHaveLength(32);
    expect(playRequests.filter(({ kind }) => kind === 'look-up')).toHaveLength(24);
    expect(playRequests.filter(({ kind }) => kind === 'series')).toHaveLength(16);
    expect(Object.keys(rightAnswers).sort()).toEqual(playRequests.map(({ id }) => id).sort());
  });

  it.each(all)('accept the right answer and end state, and no others: %s', async (id, request) => {
    const prepared = await prepareRequest(service.url, request, new Date(), starts.get(request.who));
    const { judge, judgeUnchanged, judgeWords, changeByHand } = prepared;
    const others = Object.keys(rightAnswers).filter((other) => other !== id);
    // A change needs only a short answer, because its end state shows whether it is right.
    if (request.kind === 'look-up')
      expect(others.filter((other) => judgeWords(answerTo(other)).isAnswerRight)).toEqual([]);
    const untouched = judgeUnchanged('I would rather say something else.');
    expect(untouched).toMatchObject({ isAnswerRight: false, isStateRight: request.byHand === undefined });
    await changeByHand();
    const right = request.byHand ? await judge(answerTo(id)) : judgeUnchanged(answerTo(id));
    expect([...right.missing, ...right.forbidden, ...right.problems]).toEqual([]);
    expect(right).toMatchObject({ isAnswerRight: true, isStateRight: true });
    expect(right.changes.length > 0).toBe(request.byHand !== undefined);
  });
});
