import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startService, type TestClient, type TestService, textOf } from '../../support/clients/harness.ts';
import { sampleIds, userId } from '../../support/sample-ids.ts';
import { startFront } from '../../support/servers/front.ts';

let service: TestService;
let client: TestClient;
let russian: TestClient;
beforeAll(async () => {
  service = await startService();
  const env = { CASEBRIDGE_TIME_ZONE: 'Europe/Moscow', CASEBRIDGE_ANSWER_TOKENS: '8000' };
  client = await service.connectAs('admin', { env });
  russian = await service.connectAs('admin', { env: { ...env, CASEBRIDGE_LANGUAGE: 'ru' } });
});
beforeEach(() => service.reset());
afterAll(async () => {
  await client?.close();
  await russian?.close();
  await service?.close();
});

const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const answer = async (name: string, args: Record<string, unknown>, by = client): Promise<string> => {
  const given = await by.callTool(name, args);
  expect(given.isError, textOf(given)).toBeFalsy();
  return given.content.map(({ text }) => text).join('\n');
};
/** Puts a leave into the calendar. */
const leave = (login: string, [first, last]: readonly [number, number], name = 'Отпуск') =>
  answer('create_event', {
    Name: name,
    AllDay: true,
    StartDate: daysFromNow(first),
    EndDate: daysFromNow(last),
    Attendees: [{ EntityId: userId(login), Type: 'User' }],
  });
const task = (login: string) => ({
  Name: 'Call client',
  CaseId: sampleIds.smith,
  Responsibles: [{ Id: userId(login), Type: 'User' }],
});

const { smith, prepareBundle, hearing } = sampleIds;
const assignments: readonly (readonly [tool: string, args: Record<string, unknown>])[] = [
  ['create_task', task('maria')],
  ['update_task', { id: prepareBundle, Responsibles: [{ Id: userId('maria'), Type: 'User' }] }],
  ['edit_object', { id: smith, ResponsibleId: userId('maria') }],
  ['update_event', { id: hearing, Attendees: [{ EntityId: userId('maria'), Type: 'User' }] }],
  ['plan_changes', { changes: [{ tool: 'create_task', arguments: task('maria') }] }],
  [
    'open_case_intake',
    { name: 'Leave', type: 'Insurance claim', party: 'ООО «Вектор»', responsible: 'Климова Мария' },
  ],
];

describe('a user who gets work', () => {
  it.each(assignments)('is named with status and last day if away: %s', async (tool, args) => {
    await leave('maria', [-3, 5]);
    expect(await answer(tool, args)).toContain(
      `Климова Мария Олеговна is away until ${daysFromNow(5)}: working status "Отпуск / Vacation". The days are inferred from the all-day event "Отпуск", ${daysFromNow(-3)} to ${daysFromNow(5)}.`,
    );
  });

  it('is named without a last day if no event says it', async () => {
    expect(await answer('create_task', task('maria'))).toContain(
      'Климова Мария Олеговна is away: working status "Отпуск / Vacation". The return date is unknown',
    );
    expect(await answer('create_task', task('maria'), russian)).toContain(
      'Климова Мария Олеговна отсутствует: рабочий статус «Отпуск / Vacation»',
    );
  });

  it('is named if only an event says that the user will be away before the work is due', async () => {
    await leave('john', [20, 30], 'Annual leave');
    const away = `John Hale is away from ${daysFromNow(20)} to ${daysFromNow(30)}, inferred from the all-day event "Annual leave".`;
    const due = { ExecutionDate: `${daysFromNow(25)}T12:00:00Z` };
    expect(await answer('create_task', { ...task('john'), ...due })).toContain(away);
    expect(await answer('create_task', task('john'))).not.toContain(' is away');
  });

  it('is named with the last day of leaves that overlap or follow each other', async () => {
    await leave('maria', [-3, 2], 'Больничный');
    await leave('maria', [1, 4], 'Sick leave');
    await leave('maria', [5, 9]);
    expect(await answer('create_task', task('maria'))).toContain(
      `is away until ${daysFromNow(9)}: working status "Отпуск / Vacation". The days are inferred from the all-day event "Больничный; Sick leave; Отпуск", ${daysFromNow(-3)} to ${daysFromNow(9)}.`,
    );
  });

  it('is named with each leave before the work is due, not only the first', async () => {
    await leave('john', [2, 2], 'Отгул');
    await leave('john', [20, 30], 'Annual leave');
    const given = await answer('create_task', {
      ...task('john'),
      ExecutionDate: `${daysFromNow(25)}T12:00:00Z`,
    });
    for (const [first, last] of [
      [2, 2],
      [20, 30],
    ] as const)
      expect(given).toContain(`John Hale is away from ${daysFromNow(first)} to ${daysFromNow(last)}`);
  });

  it.each(['Отпуск отменён', 'CANCELED: sick leave', 'Выход из отпуска', 'Back from vacation'])(
    'is not said to be away because of the event %s',
    async (name) => {
      await leave('john', [-1, 3], name);
      expect(await answer('create_task', task('john'))).not.toContain(' is away');
    },
  );

  it('is named because of a leave whose event says that meetings are cancelled', async () => {
    await leave('john', [-1, 3], 'Болеет, встречи отменены');
    expect(await answer('create_task', task('john'))).toContain(' is away');
  });

  it('is not said to be away because of an ended leave, or of an event that names no leave', async () => {
    await leave('john', [-20, -10], 'Annual leave');
    await leave('john', [-1, 3], 'Hearing: application for leave to appeal');
    expect(await answer('create_task', task('john'))).not.toContain(' is away');
  });

  it('is named by the status if events cannot be read, which a plan does not try again for each row', async () => {
    const isEvents = (request: string) => /^GET .*\/events$/.test(request);
    const front = await startFront(service.url, (request) => (isEvents(request) ? 500 : undefined));
    const other = await service.connectAs('admin', { env: { CASEBRIDGE_URL: front.url } });
    const away = 'Климова Мария Олеговна is away: working status';
    expect(await answer('create_task', task('maria'), other)).toContain(away);
    const reads = front.requests.filter(isEvents).length;
    const changes = [1, 2, 3].map((row) => ({
      tool: 'create_task',
      arguments: { ...task('maria'), Description: `${row}` },
    }));
    expect(await answer('plan_changes', { changes }, other)).toContain(away);
    expect(front.requests.filter(isEvents).length).toBe(reads);
    await other.close();
    await front.close();
  });

  it('is not looked up if the change gives no work', async () => {
    expect(await answer('update_task', { id: prepareBundle, StatusId: 'Done' })).not.toContain(' is away');
  });
});
