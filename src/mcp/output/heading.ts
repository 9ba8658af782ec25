import type { Language } from '../../contract/language.ts';

/** Words for headings, from the services of a call. */
export interface HeadingSource {
  readonly language: Language;
  readonly toolbox: { readonly titles: () => Promise<Readonly<Record<string, string>>> };
}

/** Returns the title of a tool as people read it above an answer, in the language of the server. */
export async function headingOf(
  { language, toolbox }: HeadingSource,
  { name, title }: { readonly name: string; readonly title: string },
): Promise<string> {
  return language === 'ru' ? ((await toolbox.titles())[name] ?? title) : title;
}
