import { z } from 'zod';
import { workflow } from '../../contract/features/workflow.ts';
import { applyPlan, proposalOf } from './apply.ts';
import { changesOf, maxRequests, maxRows } from './plan.ts';

export const applyPlanTool = workflow({
  name: 'apply_plan',
  title: 'Apply plan',
  titleRu: 'Выполнить план',
  search: { words: 'carry out, batch' },
  access: 'update',
  asksItself: true,
  requests: maxRequests,
  description:
    'Carries out a plan. If a row needs it, the server itself first asks a human, once. Reports each row, read back. Call again to continue; no row is sent twice.',
  input: z.strictObject({
    plan: z.uuid().describe('From plan_changes or undo'),
    skip: z.array(z.number().int().min(1).max(maxRows)).max(maxRows).optional().describe('Rows to leave out'),
  }),
  output: undefined,
  proposal: async (_operations, { plan, skip = [] }, context) =>
    proposalOf(changesOf(context), plan, skip, context.language),
  run: async (operations, { plan, skip = [] }, context) =>
    applyPlan(context, changesOf(context), plan, { skip, signal: operations.signal }),
});
