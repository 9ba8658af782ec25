import type { Skill as ListedSkill } from '@modelcontextprotocol/server/ext/skills';
import type { Prompt } from '../../contract/features/prompt.ts';
import type { Resource } from '../../contract/features/resource.ts';
import type { Skill, SkillWords } from '../../contract/features/skill.ts';
import { type Language, languages, type Worded } from '../../contract/language.ts';
import { argumentsOf, isLanguageArgument } from './get-prompt.ts';

/** A skill and its files by path. `SKILL.md` is in the server's language. */
export interface SkillFolder {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly files: Readonly<Record<string, string>>;
}

const base = 'skill://casebridge/';
const main = 'SKILL.md';
const addressOf = (folder: string, path: string) => `${base}${folder}/${path}`;

/** @param language language of `SKILL.md`; the version in the other language is in `references/` */
export const skillFolders = (skills: readonly Skill[], language: Language): SkillFolder[] =>
  skills.map((skill) => {
    const { title, description } = skill[language];
    const others = languages
      .filter((one) => one !== language)
      .map((one) => [otherPath(one), skill[one]] as const);
    const beside = others.map(([path]) => besideWords[language].replace('{path}', path));
    return {
      name: skill.name,
      title,
      description,
      files: {
        // Write the description as JSON, because JSON is valid YAML and escapes every character that needs it.
        [main]: `---\nname: ${skill.name}\ndescription: ${JSON.stringify(description)}\n---\n\n${textOf(skill[language])}\n\n${beside.join('\n')}\n`,
        ...Object.fromEntries(others.map(([path, words]) => [path, `${textOf(words)}\n`])),
      },
    };
  });

const otherPath = (language: Language) => `references/${language}.md`;
const besideWords: Worded = {
  en: 'The same in Russian: {path}. Answer in the language of the question.',
  ru: 'То же по-английски: {path}. Отвечай на языке вопроса.',
};
const textOf = ({ title, text }: SkillWords) => `# ${title}\n\n${text.trim()}`;

/** Converts a prompt to a skill, whose values the assistant takes from the conversation. */
export function skillOf(prompt: Prompt): Skill {
  const words = (language: Language): SkillWords => {
    const { title, description, text } = prompt[language];
    const fields = [...argumentsOf(prompt)]
      .filter(([name]) => !isLanguageArgument(name))
      .map(([name, { description: what, isRequired }]) =>
        fieldWords[language]
          .replace('{name}', () => name)
          .replace('{what}', () => what[language])
          .replace('{needed}', () => (isRequired ? neededWords[language] : '')),
      );
    return {
      title,
      description: useWords[language]
        .replace('{description}', () => description)
        .replace('{title}', () => title),
      text: [...(fields.length > 0 ? [fieldsWords[language], ...fields, ''] : []), text].join('\n'),
    };
  };
  return { name: prompt.name.replaceAll('_', '-'), en: words('en'), ru: words('ru') };
}

const useWords: Worded = {
  en: '{description} Use when asked for: {title}.',
  ru: '{description} Нужен, когда просят: {title}.',
};
const fieldsWords: Worded = {
  en: 'Words in braces stand for values from the request. Leave out lines that lack a value. Ask the user only for values that are needed.',
  ru: 'Слова в фигурных скобках заменяют значения из просьбы. Строку, для которой значения нет, пропусти. Спрашивай у пользователя только необходимые значения.',
};
const fieldWords: Worded = { en: '- {{name}}{needed}: {what}', ru: '- {{name}}{needed}: {what}' };
const neededWords: Worded = { en: ' (needed)', ru: ' (необходимо)' };

/** Returns the files of skills as resources. Lists of resources contain only each skill's main file. */
export const skillResources = (folders: readonly SkillFolder[]): Resource[] =>
  folders.flatMap(({ name, title, description, files }) =>
    Object.entries(files).map(([path, own]) => ({
      name: path === main ? name : `${name}/${path}`,
      title,
      description,
      uri: addressOf(name, path),
      mimeType: 'text/markdown' as const,
      isUnlisted: path !== main,
      read: async () => ({ own }),
    })),
  );

/** Returns the skills as the MCP extension for skills lists them: each file with its size and digest. */
export async function skillEntries(folders: readonly SkillFolder[]): Promise<ListedSkill[]> {
  const { skillEntry } = await import('@modelcontextprotocol/server/ext/skills');
  return Promise.all(folders.map(({ name, files }) => skillEntry(name, files, { baseUri: base })));
}
