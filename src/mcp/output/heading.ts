import type { AnswerSettings } from '../../contract/features/answer-settings.ts';

/** Source of headings: services of a call. */
export interface HeadingSource {
  readonly settings: Pick<AnswerSettings, 'language'>;
  readonly toolbox: { readonly titles: () => Promise<Readonly<Record<string, string>>> };
}

/** Returns the title of a tool that people read above an answer, in the language of the server. */
export async function headingOf(
  { settings: { language }, toolbox }: HeadingSource,
  { name, title }: { readonly name: string; readonly title: string },
): Promise<string> {
  return language === 'ru' ? ((await toolbox.titles())[name] ?? title) : title;
}
