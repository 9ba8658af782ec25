import { describe, expect, it } from 'vitest';
import { createFaultPlan, type FaultRule } from '../../../src/sandbox/faults/fault-rules.ts';

const path = '/api/v2/tasks';
const on = `GET ${path}`;
const fault = { kind: 'status', status: 503 } as const;
const other = { kind: 'status', status: 500 } as const;

/** Returns the statuses of successive requests; 0 if there is no fault. */
function meet(rules: readonly FaultRule[], requests = Array.from({ length: 4 }, () => on)): number[] {
  const plan = createFaultPlan();
  plan.set(rules);
  return requests.map((line) => {
    const [method = '', target = ''] = line.split(' ');
    const taken = plan.take(method, target);
    return taken?.kind === 'status' ? taken.status : 0;
  });
}

describe('the requests that a fault affects', () => {
  it.each<[string, Partial<FaultRule>, number[]]>([
    ['all of them', {}, [503, 503, 503, 503]],
    ['the nth', { nth: 2 }, [0, 503, 0, 0]],
    ['every nth', { every: 2 }, [0, 503, 0, 503]],
    ['so many at most', { times: 3 }, [503, 503, 503, 0]],
    ['every nth, so many at most', { every: 2, times: 1 }, [0, 503, 0, 0]],
    ['those of any path', { on: '*', nth: 1 }, [503, 0, 0, 0]],
    ['those of a regular expression', { on: '/^GET .*tasks$/', nth: 3 }, [0, 0, 503, 0]],
    ['none of another method', { on: `POST ${path}` }, [0, 0, 0, 0]],
    ['none of a longer path', { on: 'GET /api/v2/task' }, [0, 0, 0, 0]],
  ])('%s', (_name, rule, expected) => {
    expect(meet([{ on, fault, ...rule }])).toEqual(expected);
  });

  it('takes parameters in a path as one segment each, and dots as dots', () => {
    const lines = [`GET ${path}/7`, `GET ${path}`, `GET ${path}/7/8`, `get ${path}/7`];
    expect(meet([{ on: `GET ${path}/{id}`, fault }], lines)).toEqual([503, 0, 0, 503]);
    expect(meet([{ on: 'GET /a.b', fault }], ['GET /a.b', 'GET /axb'])).toEqual([503, 0]);
  });

  it('lets the first rule that is due win, and counts for all', () => {
    const rules = [
      { on, nth: 2, fault: other },
      { on, every: 2, fault },
    ];
    expect(meet(rules)).toEqual([0, 500, 0, 503]);
  });

  it('counts from the start after set, and ends with clear', () => {
    const plan = createFaultPlan();
    const take = () => plan.take('GET', path) !== undefined;
    plan.set([{ on, fault, nth: 2 }]);
    expect(take()).toBe(false);
    plan.set([{ on, fault, nth: 2 }]);
    expect([take(), take()]).toEqual([false, true]);
    plan.set([{ on, fault }]);
    plan.clear();
    expect(take()).toBe(false);
  });
});

it.each<[string, object, RegExp]>([
  ['an unknown kind', { on, fault: { kind: 'thunder' } }, /0\.fault/],
  ['an unknown name', { on, often: 2, fault }, /often/],
  ['a pattern that is none', { on: 'tasks', fault }, /METHOD \/path/],
  ['a broken regular expression', { on: '/(/', fault }, /METHOD \/path/],
  ['nth with every', { on, nth: 1, every: 1, fault }, /not both/],
  ['a wait without end', { on, fault: { kind: 'latency', ms: 1e9 } }, /ms/],
])('refuses %s and keeps the rules', (_name, rule, message) => {
  const plan = createFaultPlan();
  plan.set([{ on, fault }]);
  expect(() => plan.set([rule as FaultRule])).toThrow(message);
  expect(plan.take('GET', path)).toEqual(fault);
});
