import type {
  Prompt as ListedPrompt,
  Resource as ListedResource,
  ResourceTemplateType as ListedTemplate,
} from '@modelcontextprotocol/server';
import type { Skill as ListedSkill } from '@modelcontextprotocol/server/ext/skills';
import type { Suggest, Suggested } from '../../contract/features/completion.ts';
import type { Prompt } from '../../contract/features/prompt.ts';
import type { Resource } from '../../contract/features/resource.ts';
import type { Skill } from '../../contract/features/skill.ts';
import type { Language } from '../../contract/language.ts';
import { lazy } from '../../util/lazy.ts';
import { isAllowed, type Policy } from '../guards/policy.ts';
import { answerTemplate } from '../output/result-store.ts';
import { canBeFollowed } from '../tools/prompt-tools.ts';
import type { Toolbox } from '../tools/tool.ts';
import { listPrompts } from './get-prompt.ts';
import { operationResources } from './operation-resources.ts';
import { skillEntries, skillFolders, skillOf, skillResources } from './skills.ts';

export interface Content {
  readonly resources: readonly Resource[];
  readonly prompts: readonly Prompt[];
  /** Skills in addition to those that are created from the prompts. */
  readonly skills: readonly Skill[];
  readonly suggest: Readonly<Record<Suggested, Suggest>>;
}

/** Resources, prompts and skills. Each list is created on first use. */
export interface ContentRegistry {
  readonly resources: () => Promise<readonly Resource[]>;
  readonly listedResources: () => Promise<ListedResource[]>;
  readonly listedTemplates: () => Promise<ListedTemplate[]>;
  /** Prompts by name, limited to those whose tools are all available. */
  readonly prompts: () => Promise<ReadonlyMap<string, Prompt>>;
  readonly listedPrompts: () => Promise<ListedPrompt[]>;
  /** Skills, limited to those whose tools are all available. */
  readonly listedSkills: () => Promise<ListedSkill[]>;
  /** Language of a prompt for which the user selected none. */
  readonly language: Language;
  readonly suggest: () => Promise<Content['suggest']>;
}

export interface ContentOptions {
  readonly load: () => Promise<Content>;
  readonly toolbox: Toolbox;
  readonly policy: Policy;
  readonly language: Language;
}

export function createContentRegistry({ load, toolbox, policy, language }: ContentOptions): ContentRegistry {
  const library = lazy(load);
  const resources = lazy(async () => {
    const entries = [...(await toolbox.catalogue.entries()).values()];
    const allowed = entries.filter(({ operation }) => isAllowed(policy, operation));
    return [
      ...(await library()).resources,
      ...operationResources(allowed),
      ...skillResources(await folders()),
    ];
  });
  const prompts = lazy(async () => {
    const [tools, held] = await Promise.all([toolbox.tools(), library()]);
    const fitting = held.prompts.filter((prompt) => canBeFollowed(prompt, tools, policy));
    return new Map(fitting.map((prompt) => [prompt.name, prompt]));
  });
  const folders = lazy(async () => {
    const [tools, held] = await Promise.all([toolbox.tools(), library()]);
    const all = [...held.skills, ...held.prompts.map(skillOf)];
    return skillFolders(
      all.filter((skill) => canBeFollowed(skill, tools, policy)),
      language,
    );
  });
  return {
    resources,
    listedResources: lazy(async () =>
      (await resources())
        .filter(({ uri, isUnlisted }) => !isTemplate(uri) && !isUnlisted)
        .map((one) => ({ ...definition(one), uri: one.uri })),
    ),
    listedTemplates: lazy(async () => [
      ...(await resources())
        .filter(({ uri }) => isTemplate(uri))
        .map((one) => ({ ...definition(one), uriTemplate: one.uri })),
      keptAnswer,
    ]),
    prompts,
    listedPrompts: lazy(async () => listPrompts((await prompts()).values(), language)),
    listedSkills: lazy(async () => skillEntries(await folders())),
    language,
    suggest: async () => (await library()).suggest,
  };
}

const isTemplate = (uri: string) => uri.includes('{');

const definition = ({ name, title, description, mimeType }: Resource) => ({
  name,
  title,
  description,
  mimeType,
});

const keptAnswer: ListedTemplate = {
  uriTemplate: answerTemplate,
  name: 'answer',
  title: 'Long answer',
  description:
    'An answer that was too long to show in full. `from` and `to` are character positions. Kept for 15 minutes.',
  mimeType: 'text/plain',
};
