import type { Content } from './mcp/content/registry.ts';
import { createToolbox } from './mcp/tools/registry.ts';

/** The toolbox with everything that casebridge brings, each part loaded when it is first needed. */
export const shippedToolbox = () =>
  createToolbox({
    areas: async () => (await import('../tools/index.ts')).catalogue,
    workflows: async () => (await import('./workflows/index.ts')).workflows,
    questions: async () => (await import('../tools/confirmation-words.ts')).questions,
    arrangement: async () => (await import('../tools/toolsets.ts')).arrangement,
  });

/** What people can pick beside tools: resources, prompts, and what their fields suggest. */
export async function shippedContent(): Promise<Content> {
  const [{ resources }, { prompts }, { suggest }] = await Promise.all([
    import('./workflows/resources.ts'),
    import('../tools/prompts/index.ts'),
    import('./workflows/completions.ts'),
  ]);
  return { resources, prompts, suggest };
}
