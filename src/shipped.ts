import { createToolbox } from './mcp/toolbox.ts';

/** The toolbox with everything that casebridge brings, each part loaded when it is first needed. */
export const shippedToolbox = () =>
  createToolbox({
    areas: async () => (await import('../tools/index.ts')).catalogue,
    lookups: async () => (await import('./lookup/index.ts')).lookups,
    questions: async () => (await import('../tools/questions.ts')).questions,
    arrangement: async () => (await import('../tools/arrangement.ts')).arrangement,
  });
