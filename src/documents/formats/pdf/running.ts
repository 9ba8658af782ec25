import type { PageParagraph } from './lines/paragraphs.ts';
import type { PdfPageContent } from './page.ts';

/** Share of the page height at the top and at the bottom in which running headers and footers are searched for. */
const margin = 0.1;
/** Tolerance for the vertical position of headers and footers, in points. */
const sameHeight = 4;

/**
 * Removes headers and footers that are the same on most pages, except for the page number. Keeps them on the first page
 * that has them.
 * @param body font size of the body text; larger text is a heading
 * @returns the pages, and whether a line was removed
 */
export function withoutRunning(
  pages: readonly PdfPageContent[],
  body: number,
): { readonly pages: readonly PdfPageContent[]; readonly isShortened: boolean } {
  const places = new Map<string, number[]>();
  for (const [at, page] of pages.entries())
    for (const key of new Set(candidatesOf(page, body).flatMap((one) => keysOf(one, page.number))))
      places.set(key, [...(places.get(key) ?? []), at]);
  const enough = Math.max(3, pages.length / 2);
  const isRunning = (one: PageParagraph, number: number, at: number) =>
    keysOf(one, number).some((key) => {
      const found = places.get(key) ?? [];
      return found.length >= enough && (found[0] ?? at) < at;
    });
  let isShortened = false;
  const shortened = pages.map((page, at) => {
    const running = candidatesOf(page, body).filter((one) => isRunning(one, page.number, at));
    if (running.length === 0) return page;
    isShortened = true;
    return { ...page, paragraphs: page.paragraphs.filter((one) => !running.includes(one)) };
  });
  return { pages: shortened, isShortened };
}

function candidatesOf({ paragraphs, box }: PdfPageContent, body: number): PageParagraph[] {
  const height = (box.top - box.bottom) * margin;
  const found = paragraphs.filter(
    ({ isTable, size, text, top }) =>
      (top > box.top - height || top < box.bottom + height) &&
      !isTable &&
      size < body * 1.1 &&
      text.length < 300,
  );
  // Keep these lines if the page has no other text, because they are then its content.
  return found.length === paragraphs.length ? [] : found;
}

/**
 * Returns keys that identify a line across pages: its position and its text. Also returns keys in which the first or
 * last number is relative to the page number.
 */
function keysOf({ text, top }: PageParagraph, number: number): string[] {
  const height = Math.round(top / sameHeight);
  const apart = (pattern: RegExp) => text.replace(pattern, (figures) => `\ue003${Number(figures) - number}`);
  return [...new Set([text, apart(/\d{1,6}/), apart(/\d{1,6}(?=\D*$)/)])].flatMap((line) =>
    // Use two keys, because rounding may yield either of two adjacent values.
    [height, height + 1].map((place) => `${place} ${line}`),
  );
}
