import type { Tool } from '@modelcontextprotocol/server';
import type { ArrangeList } from './contract/features/arranged-list.ts';
import type { RecordCaches } from './contract/operations/operation-client.ts';
import type { NameResolver } from './contract/records/name-resolver.ts';
import type { Learner } from './deployment/reading/learn-apart.ts';
import type { Content } from './mcp/content/registry.ts';
import { createToolbox } from './mcp/tools/registry.ts';
import type { Surface } from './mcp/tools/tool-selection.ts';

/** The toolbox with everything that casebridge brings, each part loaded when it is first needed. */
export const shippedToolbox = () =>
  createToolbox({
    areas: async () => (await import('../tools/index.ts')).catalogue,
    workflows: async () => (await import('./workflows/index.ts')).workflows,
    questions: async () => (await import('../tools/confirmation-words.ts')).questions,
    titles: async () => (await import('../tools/russian-titles.ts')).russianTitles,
    prompts: async () => (await import('../tools/prompts/index.ts')).prompts,
    arrangement: async () => (await import('../tools/toolsets.ts')).arrangement,
  });

/** What is looked for in a service's own reference, and where: what runs unbuilt has no file for a thread. */
export const learner: Learner = {
  lexicon: async () => {
    const [{ catalogue }, { fieldWords }] = await Promise.all([
      import('../tools/index.ts'),
      import('../tools/field-words.ts'),
    ]);
    return { operations: catalogue.flatMap((area) => area.operations), words: fieldWords };
  },
  thread: import.meta.url.endsWith('.ts') ? undefined : new URL('./learn-thread.js', import.meta.url),
};

/** What people can pick beside tools: resources, prompts, skills, and what their fields suggest. */
export async function shippedContent(): Promise<Content> {
  const [
    { resources },
    { createResources },
    { prompts },
    { skills },
    { recordKinds },
    { createSuggestions },
  ] = await Promise.all([
    import('../tools/resources.ts'),
    import('./workflows/resources.ts'),
    import('../tools/prompts/index.ts'),
    import('../tools/skills/index.ts'),
    import('../tools/record-kinds.ts'),
    import('./workflows/completions.ts'),
  ]);
  return {
    resources: createResources(resources),
    prompts,
    skills,
    suggest: createSuggestions(recordKinds.sources),
  };
}

/** Loaded where the first name comes. */
export function loadNames(caches: RecordCaches): NameResolver {
  let names: Promise<NameResolver> | undefined;
  const loaded = () => {
    names ??= shippedNames();
    return names;
  };
  return {
    find: async (...question) => (await loaded()).find(...question),
    called: async (...record) => (await loaded()).called(...record),
    changed: (principalId, path) => {
      void names?.then(({ changed }) => changed(principalId, path));
      caches.changed(principalId);
    },
  };
}

/** Loaded with the first list that is to be arranged. */
export const arrangeRows: ArrangeList = async (...asked) =>
  (await import('./workflows/query/arrange.ts')).arrangeList(...asked);

/** What finds the records of the service by name. */
export async function shippedNames(): Promise<NameResolver> {
  const [{ createNameResolver }, { recordKinds }] = await Promise.all([
    import('./names/resolver.ts'),
    import('../tools/record-kinds.ts'),
  ]);
  return createNameResolver(recordKinds);
}

/** The list of each surface as assistants see it where the operator allows everything; for the build and the documents. */
export async function shippedLists(): Promise<[Surface, readonly Tool[]][]> {
  const [{ operationClasses }, { createToolLists }, { surfaces }] = await Promise.all([
    import('./contract/operations/effects.ts'),
    import('./mcp/tools/tool-lists.ts'),
    import('./mcp/tools/tool-selection.ts'),
  ]);
  const toolbox = shippedToolbox();
  const policy = { allow: new Set(operationClasses), confirm: new Set<never>(), removed: new Set<string>() };
  return Promise.all(
    surfaces.map(async (surface): Promise<[Surface, readonly Tool[]]> => {
      const choice = { surface, added: [], removed: [], readOnly: false };
      return [surface, await createToolLists({ toolbox, choice, policy }).operator.list()];
    }),
  );
}
