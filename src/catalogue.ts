import type { Tool } from '@modelcontextprotocol/server';
import type { FindAbsences } from './contract/features/absences.ts';
import type { ArrangeList } from './contract/features/arranged-list.ts';
import type { FindOpenWork } from './contract/features/open-work.ts';
import type { DescribeRecord } from './contract/features/whole-record.ts';
import type { Language } from './contract/language.ts';
import type { RecordCaches } from './contract/operations/operation-client.ts';
import type { NameResolver } from './contract/records/name-resolver.ts';
import type { Learner } from './deployment/reading/learn-apart.ts';
import type { Content } from './mcp/content/registry.ts';
import { createToolbox } from './mcp/tools/registry.ts';
import type { Surface } from './mcp/tools/tool-selection.ts';
import { lazy } from './util/lazy.ts';

/** Creates the toolbox with all tools of casebridge. Each part is loaded on first use. */
export const shippedToolbox = () =>
  createToolbox({
    areas: async () => (await import('../tools/index.ts')).catalogue,
    workflows: async () => (await import('./workflows/index.ts')).workflows,
    questions: async () => (await import('../tools/confirmation-words.ts')).questions,
    prompts: async () => (await import('../tools/prompts/index.ts')).prompts,
    arrangement: async () => (await import('../tools/toolsets.ts')).arrangement,
    searchWeights: async () =>
      (await import('../tools/published/search-weights.json', { with: { type: 'json' } })).default,
  });

/**
 * Vocabulary and worker thread for learning field names from the API reference (OpenAPI) of a service. When casebridge
 * runs from TypeScript sources, there is no thread.
 */
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

/** Returns a name resolver. Its code is loaded when the first name is resolved. */
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

/** Arranges a list. The code is loaded when the first list must be sorted or gets columns. */
const arrangeRows: ArrangeList = async (...asked) =>
  (await import('./workflows/query/arrange.ts')).arrangeList(...asked);

/** Describes a record. The code is loaded when a complete record is first read. */
const describeRecord: DescribeRecord = async (...asked) => (await describing()).describeWhole(...asked);
const describing = lazy(() => import('./domain/whole-record/describe.ts'));

/** Finds users who are away. The code is loaded when a change first assigns work to a user. */
const findAbsences: FindAbsences = async (...asked) =>
  (await import('./domain/people/absences.ts')).findAbsences(...asked);

/** Finds the unfinished work of a case. The code is loaded when a user must first confirm that a case is archived. */
const findOpenWork: FindOpenWork = async (...asked) =>
  (await import('./domain/open-work.ts')).findOpenWork(...asked);

/** Functions that read additional records to complete a result. Their code is loaded on first use. */
export const furtherRecords = { arrange: arrangeRows, describeRecord, findAbsences, findOpenWork };

/** Creates the name resolver for the service's records. */
export async function shippedNames(): Promise<NameResolver> {
  const [{ createNameResolver }, { recordKinds }] = await Promise.all([
    import('./names/resolver.ts'),
    import('../tools/record-kinds.ts'),
  ]);
  return createNameResolver(recordKinds);
}

/** Returns the tool list of each surface, with all tools allowed. Used by the build and for the documentation. */
export async function shippedLists(language: Language = 'en'): Promise<[Surface, readonly Tool[]][]> {
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
      return [surface, await createToolLists({ toolbox, choice, policy, language }).operator.list()];
    }),
  );
}
