import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSandbox, type Sandbox } from '../../../src/sandbox/index.ts';
import { prepareRequest } from './judging/judge.ts';
import { playRequests } from './requests/index.ts';

let service: Sandbox;
beforeAll(async () => {
  service = await createSandbox();
});
beforeEach(() => service.reset());
afterAll(() => service?.close());

const named = (kind: string) =>
  playRequests.filter((request) => request.kind === kind).map((request) => [request.id, request] as const);

describe('requests that are played', () => {
  it('are 48, half of them Russian, about half of them look-ups', () => {
    expect(playRequests).toHaveLength(48);
    expect(new Set(playRequests.map(({ id }) => id)).size).toBe(48);
    expect(playRequests.filter(({ language }) => language === 'ru')).toHaveLength(24);
    expect(named('look-up')).toHaveLength(24);
  });
});

describe('a look-up', () => {
  it.each(named('look-up'))('expects facts, and no change: %s', async (_, request) => {
    const prepared = await prepareRequest(service.url, request);
    const judged = await prepared.judge('I do not want to say anything.');
    expect(judged).toMatchObject({ isAnswerRight: false, isStateRight: true, changes: [] });
  });
});

describe('a change', () => {
  it.each(named('change'))('has a right end state, and the state before is wrong: %s', async (_, request) => {
    const prepared = await prepareRequest(service.url, request);
    const before = await prepared.judge(undefined);
    expect(before.isStateRight).toBe(request.byHand === undefined);
    await prepared.changeByHand();
    const after = await prepared.judge('');
    expect(after.problems).toEqual([]);
    expect(after.isAnswerRight).toBe(false);
  });
});
