import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSandbox, type Sandbox } from '../../../src/sandbox/index.ts';
import { prepareRequest } from './judging/judge.ts';
import { playRequests } from './requests/index.ts';
import { rightAnswers } from './requests/right-answers.ts';

let service: Sandbox;
beforeAll(async () => {
  service = await createSandbox();
});
beforeEach(() => service.reset());
afterAll(() => service?.close());

const all = playRequests.map((request) => [request.id, request] as const);
const answerTo = (id: string) => rightAnswers[id] ?? '';

describe('requests that are played', () => {
  it('are 48, half of them Russian, half of them look-ups, each with a right answer', () => {
    expect(new Set(playRequests.map(({ id }) => id)).size).toBe(48);
    expect(playRequests.filter(({ language }) => language === 'ru')).toHaveLength(24);
    expect(playRequests.filter(({ kind }) => kind === 'look-up')).toHaveLength(24);
    expect(Object.keys(rightAnswers).sort()).toEqual(playRequests.map(({ id }) => id).sort());
  });

  it.each(all)('accept the right answer and end state, and no others: %s', async (id, request) => {
    const { judge, judgeWords, changeByHand } = await prepareRequest(service.url, request);
    const others = Object.keys(rightAnswers).filter((other) => other !== id);
    // Few words are enough after a change, because its end state tells whether it is right.
    if (request.kind === 'look-up')
      expect(others.filter((other) => judgeWords(answerTo(other)).isAnswerRight)).toEqual([]);
    const untouched = await judge('I would rather say something else.');
    expect(untouched).toMatchObject({ isAnswerRight: false, isStateRight: request.byHand === undefined });
    await changeByHand();
    const right = await judge(answerTo(id));
    expect([...right.missing, ...right.forbidden, ...right.problems]).toEqual([]);
    expect(right).toMatchObject({ isAnswerRight: true, isStateRight: true });
    expect(right.changes.length > 0).toBe(request.kind === 'change' && request.byHand !== undefined);
  });
});
