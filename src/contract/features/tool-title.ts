import type { Language } from '../language.ts';

export const titleIn = (
  language: Language,
  { title, titleRu }: { readonly title: string; readonly titleRu: string },
): string => (language === 'ru' ? titleRu : title);
