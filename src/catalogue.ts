import { createToolbox } from './mcp/tools/registry.ts';

/** The toolbox with everything that casebridge brings, each part loaded when it is first needed. */
export const shippedToolbox = () =>
  createToolbox({
    areas: async () => (await import('../tools/index.ts')).catalogue,
    lookups: async () => (await import('./workflows/index.ts')).lookups,
    questions: async () => (await import('../tools/confirmation-words.ts')).questions,
    arrangement: async () => (await import('../tools/toolsets.ts')).arrangement,
  });
