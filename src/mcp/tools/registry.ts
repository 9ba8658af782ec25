import type { Prompt } from '../../contract/features/prompt.ts';
import type { QuestionWords } from '../../contract/features/question.ts';
import type { Arrangement } from '../../contract/features/toolsets.ts';
import type { Workflow } from '../../contract/features/workflow.ts';
import { effects } from '../../contract/operations/effects.ts';
import type { Area } from '../../contract/operations/operation.ts';
import { lazy } from '../../util/lazy.ts';
import { isAllowed } from '../guards/policy.ts';
import { refsIn } from '../input/argument-refs.ts';
import type { CatalogueEntry } from '../input/catalogue.ts';
import { metaTools } from './meta-tools.ts';
import { createCatalogue } from './operations.ts';
import type { SearchWeights } from './search/search-weights.ts';
import type { AnyTool, Toolbox } from './tool.ts';

/** Functions that load definitions. Each one is called when its definition is first needed. */
export interface ToolSources {
  readonly areas: () => Promise<readonly Area[]>;
  readonly workflows: () => Promise<readonly Workflow[]>;
  readonly arrangement: () => Promise<Arrangement>;
  readonly questions: () => Promise<QuestionWords>;
  readonly prompts: () => Promise<readonly Prompt[]>;
  readonly searchWeights: () => Promise<SearchWeights>;
}

/** Name of the toolset that contains the workflows. */
export const workflowToolset = 'lookups';

export function createToolbox(sources: ToolSources): Toolbox {
  const catalogue = createCatalogue({ load: sources.areas });
  const arrangement = lazy(sources.arrangement);
  const operations = lazy(async () => {
    const [entries, { toolsets }] = await Promise.all([catalogue.entries(), arrangement()]);
    const toolsetOf = new Map(
      Object.entries(toolsets).flatMap(([toolset, areas]) => areas.map((area) => [area, toolset] as const)),
    );
    return byName([...entries.values()].map((entry) => operationTool(entry, toolsetOf.get(entry.area.id))));
  });
  const workflows = lazy(async () => byName((await sources.workflows()).map(workflowTool)));
  const meta = byName(metaTools);
  const tools = lazy(async () => new Map([...(await workflows()), ...(await operations()), ...meta]));
  const search = lazy(async () => {
    const { createSearch } = await import('./search/search-index.ts');
    const [prompts, weights] = await Promise.all([sources.prompts(), sources.searchWeights()]);
    return createSearch({ tools, catalogue, arrangement }, prompts, weights);
  });
  return {
    catalogue,
    arrangement,
    questions: lazy(sources.questions),
    tools,
    search: async (query) => (await search())(query),
    find: async (name) => (await operations()).get(name) ?? meta.get(name) ?? (await workflows()).get(name),
  };
}

function operationTool({ operation, schema, refs }: CatalogueEntry, toolset: string | undefined): AnyTool {
  return {
    kind: 'operation',
    definition: operation,
    toolset,
    schema,
    refs,
    hints: effects[operation.access].hints,
    isOffered: (policy) => isAllowed(policy, operation),
  };
}

export function workflowTool(workflow: Workflow): AnyTool {
  return {
    kind: 'workflow',
    definition: workflow,
    toolset: workflowToolset,
    schema: workflow.input,
    refs: refsIn(workflow.input),
    output: workflow.output,
    hints: effects[workflow.access].hints,
    isOffered: (policy) => isAllowed(policy, workflow),
  };
}

const byName = (tools: readonly AnyTool[]): ReadonlyMap<string, AnyTool> =>
  new Map(tools.map((tool) => [tool.definition.name, tool]));
