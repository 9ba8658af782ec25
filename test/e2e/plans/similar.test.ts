import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestService } from '../../support/clients/harness.ts';
import { sampleIds } from '../../support/sample-ids.ts';
import { type Front, startFront } from '../../support/servers/front.ts';
import { connectPlanner, type Planner } from './planner.ts';

let service: TestService;
let front: Front;
let admin: Planner;
beforeAll(async () => {
  service = await startService();
  front = await startFront(service.url);
  admin = await connectPlanner(service, 'admin', { env: { CASEBRIDGE_URL: front.url } });
});
afterEach(() => {
  service.reset();
  front.requests.length = 0;
});
afterAll(async () => {
  await admin?.client.close();
  await front?.close();
  await service?.close();
});

const { smith, hearing } = sampleIds;
const changesSent = () => front.requests.filter((one) => !one.startsWith('GET ') && !/Get\w+$/.test(one));

describe('a new record that a plan contains', () => {
  const callClient = { tool: 'create_task', arguments: { Name: 'Call client', CaseId: smith } };

  it('is compared with open tasks and events of its case, and with participants and objects of its name', async () => {
    const { StartDate, EndDate } = await admin.client.call('get_event', { id: hearing });
    front.requests.length = 0;
    const plan = await admin.plan([
      callClient,
      {
        tool: 'create_event',
        arguments: {
          ...{ Name: 'Hearing again', CaseId: smith, TypeId: 'Судебное заседание' },
          ...{ StartDate, EndDate },
        },
      },
      { tool: 'create_participant', arguments: { Type: 'Company', Name: 'Northbridge Ltd' } },
      { tool: 'create_task', arguments: { Name: 'Review contract', CaseId: smith } },
    ]);
    expect(plan.text).toMatch(
      /\n1\. .*\n {3}exists already: "Call client", Fri 6 Mar 18:00 \(responsible: Anna Petrova, Kate Winters\)\n/,
    );
    expect(plan.text).toMatch(/\n2\. .*\n {3}exists already: ".*", \w{3} \d+ Mar/);
    expect(plan.text).toMatch(/\n3\. .*\n {3}exists already: "Northbridge Ltd"/);
    expect(plan.text).toContain(
      'Rows that would create a record although a similar one already exists: #1, #2, #3.',
    );
  });

  it('is compared with participants of its tax number, and with persons named by the same parts', async () => {
    const person = { LastName: 'Иванов', FirstName: 'Иван' };
    const plan = await admin.plan([
      {
        tool: 'create_participant',
        arguments: { Type: 'Company', Name: 'Vector', CompanyInfo: { IdNumber: '0000001011' } },
      },
      { tool: 'create_participant', arguments: { Type: 'Individual', IndividualInfo: person } },
    ]);
    expect(plan.text).toMatch(/\n1\. .*\n {3}exists already: "ООО «Вектор»"/);
    expect(plan.text).toMatch(/\n2\. .*\n {3}exists already: "Иванов Иван", "Иванов Иван"/);
  });

  it('is not compared with records that only contain its name', async () => {
    const plan = await admin.plan([
      { tool: 'create_object', arguments: { Name: 'Вектор', ObjectTypeId: 'Insurance claim' } },
      { tool: 'create_participant', arguments: { Type: 'Company', Name: 'АО Вектор' } },
    ]);
    expect(plan.text).not.toContain('exists already');
  });

  it('is compared with events whose names differ only in punctuation', async () => {
    const event = (Name: string) => ({
      ...{ Name, CaseId: smith },
      ...{ StartDate: '2026-03-20T10:00:00Z', EndDate: '2026-03-20T11:00:00Z' },
    });
    await admin.client.call('create_event', event('Meeting – Ёлкин'));
    const plan = await admin.plan([{ tool: 'create_event', arguments: event('meeting - елкин') }]);
    expect(plan.text).toContain('exists already: "Meeting – Ёлкин"');
  });

  it('is compared with events of the same local day, if it begins at midnight UTC too', async () => {
    const planner = await connectPlanner(service, 'admin', { args: ['--time-zone', 'America/New_York'] });
    const evening = {
      ...{ Name: 'Evening meeting', CaseId: smith },
      ...{ StartDate: '2026-03-22T00:00:00Z', EndDate: '2026-03-22T01:00:00Z' },
    };
    await planner.client.call('create_event', evening);
    const plan = await planner.plan([{ tool: 'create_event', arguments: evening }]);
    await planner.client.close();
    expect(plan.text).toContain('exists already: "Evening meeting"');
  });

  it('is shown with a note if its case has more tasks than a plan reads', async () => {
    let page = 0;
    const rows = () =>
      Array.from({ length: 100 }, (_, n) => ({
        Id: `${String(page).padStart(8, '0')}-0000-4000-8000-${String(n).padStart(12, '0')}`,
        Name: 'Other task',
        Case: { Id: smith },
      }));
    const many = await startFront(
      service.url,
      () => undefined,
      (body, request) => {
        if (!/^GET .*\/tasks$/.test(request)) return body;
        page += 1;
        return { Items: rows(), NextPageUrl: '/next' };
      },
    );
    const planner = await connectPlanner(service, 'admin', { env: { CASEBRIDGE_URL: many.url } });
    const plan = await planner.plan([callClient]);
    await planner.client.close();
    await many.close();
    expect(plan.text).toContain('\n   not all open tasks, events and similar records could be read');
  });

  it('is not made at once if a similar one exists already', async () => {
    const plan = await admin.plan([callClient], { apply: true });
    expect(plan.text).toContain('The plan was not carried out yet, because a similar record exists already.');
    expect(changesSent()).toEqual([]);
  });
});
