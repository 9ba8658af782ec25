import type { PageParagraph } from './lines/paragraphs.ts';
import type { PdfPageContent } from './page.ts';

/** The parts of the height of a page at its top and at its end where running lines stand. */
const margin = 0.1;
/** They stand at the same height, in points. */
const sameHeight = 4;

/**
 * Lines that stand at the same place of most pages, a page's number aside, stay on the first of them.
 * @param body the size of most letters: what is larger is a heading
 * @returns the pages, and whether something was left out
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
  // Where nothing else stands it is what the page says.
  return found.length === paragraphs.length ? [] : found;
}

/** The line where it stands: as it is, and with its first or last number told from the number of the page. */
function keysOf({ text, top }: PageParagraph, number: number): string[] {
  const height = Math.round(top / sameHeight);
  const apart = (pattern: RegExp) => text.replace(pattern, (figures) => `\ue003${Number(figures) - number}`);
  return [...new Set([text, apart(/\d{1,6}/), apart(/\d{1,6}(?=\D*$)/)])].flatMap((line) =>
    // What is rounded may fall to either side.
    [height, height + 1].map((place) => `${place} ${line}`),
  );
}
