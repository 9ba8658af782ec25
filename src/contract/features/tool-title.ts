import type { Language } from '../language.ts';

/** Returns a tool's title in the user's language. */
export const titleIn = (
  language: Language,
  { title, titleRu }: { readonly title: string; readonly titleRu: string },
): string => (language === 'ru' ? titleRu : title);
