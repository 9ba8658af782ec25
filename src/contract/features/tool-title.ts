import type { Language } from '../language.ts';

/** Returns the title of a tool for people. */
export const titleIn = (
  language: Language,
  { title, titleRu }: { readonly title: string; readonly titleRu: string },
): string => (language === 'ru' ? titleRu : title);
