/** Checks whether a text is Russian: it has more than half as many Cyrillic letters as Latin ones. */
export function isRussian(text: string): boolean {
  const cyrillic = text.match(/\p{Script=Cyrillic}/gu)?.length ?? 0;
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  return cyrillic > latin / 2;
}
