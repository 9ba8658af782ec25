import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startService, type TestService } from '../../support/clients/harness.ts';
import { numbered, sampleIds } from '../../support/sample-ids.ts';
import { setClock, usualMoment } from '../../support/time/clock.ts';
import { connectPlanner, type Planner } from './planner.ts';

let service: TestService;
let folder: string;
const planners: Planner[] = [];
beforeAll(async () => {
  service = await startService();
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'casebridge-plans-'));
});
afterEach(async () => {
  setClock(usualMoment);
  for (const { client } of planners.splice(0)) await client.close();
  service.faults.clear();
  service.reset();
  rmSync(folder, { recursive: true, force: true });
});
afterAll(() => service?.close());

const connected = async (env: Readonly<Record<string, string>> = {}) => {
  const planner = await connectPlanner(service, 'admin', { env });
  planners.push(planner);
  return planner;
};
const described = (number: number) => ({
  tool: 'update_task',
  arguments: { id: numbered('task', number), Description: `row ${number}` },
});
const done = 'done and confirmed by reading';

describe('a plan in front of a service that limits the rate', () => {
  const busy = (more: object) => [
    { on: 'PUT /api/v3/tasks/{id}', fault: { kind: 'status' as const, status: 429, ...more } },
  ];

  it('waits as long as the service asks, and carries out every row once', async () => {
    const planner = await connected();
    const plan = await planner.plan([1, 2, 3].map(described));
    const [rule] = busy({ retryAfter: 1 });
    service.faults.set(rule === undefined ? [] : [{ ...rule, times: 2 }]);
    expect((await planner.apply(plan.id)).states).toEqual([done, done, done]);
  });

  it('refuses the rows that never come through, and tries them again when it is called again', async () => {
    const planner = await connected();
    const plan = await planner.plan([1, 2].map(described));
    service.faults.set(busy({}));
    const refused = 'REFUSED, nothing was done';
    expect((await planner.apply(plan.id)).states).toEqual([refused, refused]);
    service.faults.clear();
    expect((await planner.apply(plan.id)).states).toEqual([done, done]);
  });
});

describe('a plan that is older than 30 minutes', () => {
  it('is not applied, and no user is asked about it', async () => {
    const planner = await connected();
    const plan = await planner.plan([{ tool: 'delete_task', arguments: { id: sampleIds.settlementOffer } }]);
    setClock(new Date(Date.parse(usualMoment) + 31 * 60_000).toISOString());
    const applied = await planner.apply(plan.id);
    expect(applied.text).toMatch(/The plan is older than 30 minutes/);
    expect(planner.user.questions).toEqual([]);
  });
});

describe('the audit log', () => {
  it('names the plan and the row with each change, and how the user agreed', async () => {
    const path = join(folder, 'changes.jsonl');
    const planner = await connected({ CASEBRIDGE_AUDIT_FILE: path });
    const plan = await planner.plan([
      described(1),
      { tool: 'delete_task', arguments: { id: sampleIds.settlementOffer } },
    ]);
    expect((await planner.apply(plan.id)).states).toEqual([done, done]);
    const lines = readFileSync(path, 'utf8')
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));
    const intents = lines.filter(({ act }) => act !== undefined);
    expect(intents.map(({ act }) => act)).toEqual(intents.map(() => plan.id));
    expect([...new Set(intents.map(({ row, tool }) => `${row} ${tool}`))].sort()).toEqual([
      '1 update_task',
      '2 delete_task',
    ]);
    expect(new Set(intents.map(({ decision }) => decision)).size).toBe(1);
    expect(intents[0].decision).toBeDefined();
  });
});

describe('a plan in Russian', () => {
  it('is shown, reported and undone in Russian', async () => {
    const planner = await connected({ CASEBRIDGE_LANGUAGE: 'ru' });
    const plan = await planner.plan([{ ...described(1), reason: 'заседание перенесено' }]);
    expect(plan.text).toMatch(
      /План [\da-f-]{36}: всего строк — 1, можно выполнить — 1, требуют подтверждения — 0/,
    );
    expect(plan.text).toContain('причина: заседание перенесено');
    const applied = await planner.apply(plan.id);
    expect(applied.text).toMatch(
      /Выполнение [\da-f-]{36}: выполнено строк — 1 из 1 и проверено повторным запросом.*\n1\. сделано и проверено повторным запросом/,
    );
    expect((await planner.undo(plan.id)).text).toContain('причина: отменяет строку 1');
  });
});

describe('rows without confirmation', () => {
  it('show records by their names', async () => {
    const planner = await connected();
    const plan = await planner.plan([
      {
        tool: 'create_task',
        arguments: { Name: 'Подготовить иск', CaseId: sampleIds.smith, Description: 'x' },
      },
      { tool: 'update_task', arguments: { id: numbered('task', 1), StatusId: 'Done' } },
    ]);
    expect(plan.text).toContain('Task "Подготовить иск" (Smith v. Northbridge Ltd): new; description x');
    expect(plan.text).toMatch(/status [^→]+ → Выполнена \/ Done/);
  });
});
