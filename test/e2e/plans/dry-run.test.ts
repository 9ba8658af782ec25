import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestService } from '../../support/clients/harness.ts';
import { risky } from '../../support/risky.ts';
import { sampleIds } from '../../support/sample-ids.ts';
import { type Front, startFront } from '../../support/servers/front.ts';
import { connectPlanner, type Planner } from './planner.ts';

let service: TestService;
let front: Front;
let dry: Planner;
beforeAll(async () => {
  service = await startService();
  front = await startFront(service.url);
  dry = await connectPlanner(service, 'admin', {
    args: ['--dry-run', '--time-zone', 'Europe/Moscow'],
    env: { CASEBRIDGE_URL: front.url },
  });
});
afterAll(async () => {
  await dry?.client.close();
  await front?.close();
  await service?.close();
});

const isRead = (request: string) => request.startsWith('GET ') || /\/Get\w+$/i.test(request);

describe('a server that sends no change', () => {
  it.each(risky)(
    'answers $tool with the request that it would send, and asks no user',
    async ({ tool, args }) => {
      front.requests.length = 0;
      const { content } = await dry.client.callTool(tool, args(service.url));
      // A change that the service would certainly refuse is refused in a dry run too.
      expect(content[0]?.text).toMatch(
        /^(?:DRY_RUN: Nothing was sent|NOT_POSSIBLE|INVALID_ARGUMENTS|API_ERROR)/,
      );
      expect(front.requests.filter((request) => !isRead(request))).toEqual([]);
      expect(dry.user.questions).toEqual([]);
    },
  );

  it('answers changes, new records and workflows so', async () => {
    front.requests.length = 0;
    const change = await dry.client.callTool('update_task', {
      id: sampleIds.prepareBundle,
      Description: 'New',
    });
    expect(change.content[0]?.text).toMatch(/^DRY_RUN: .*"record":"Prepare bundle".*"to":"New"/s);
    for (const [tool, args] of [
      ['create_task', { Name: 'Подготовить иск', CaseId: sampleIds.smith }],
      ['open_case_intake', { name: 'New', type: 'Арбитражное дело', inn: '0000002022' }],
      ['draft_document', { name: 'Letter', text: 'Dear Sir', case: 'Smith' }],
    ] as const)
      expect((await dry.client.callTool(tool, args)).content[0]?.text, tool).toMatch(
        /^DRY_RUN: Nothing was sent/,
      );
    expect(front.requests.filter((request) => !isRead(request))).toEqual([]);
  });

  it('plans, and returns the plan instead of applying it', async () => {
    front.requests.length = 0;
    const plan = await dry.plan([{ tool: 'delete_task', arguments: { id: sampleIds.prepareBundle } }], {
      apply: true,
    });
    expect(plan.text).toContain('This server runs with --dry-run and sends no changes');
    const applied = await dry.apply(plan.id);
    expect(applied.text).toMatch(/1\. Delete this task: "Prepare bundle" .*\[asks: delete\]/);
    expect(applied.text).toContain('This server runs with --dry-run and sends no changes');
    expect(front.requests.filter((request) => !isRead(request))).toEqual([]);
  });

  it('reads as ever', async () => {
    expect(await dry.client.call('get_task', { id: sampleIds.prepareBundle })).toMatchObject({
      Name: 'Prepare bundle',
    });
  });
});
