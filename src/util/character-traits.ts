/** Bits that state the properties of a code point. */
const known = 1;
export const drawn = 2;
export const pictographic = 4;
export const mathematical = 8;
export const chinese = 16;
export const mongolian = 32;
export const unseen = 64;
const withTraits = [
  [drawn, /[\p{Extended_Pictographic}\p{Emoji_Modifier}]/u],
  [pictographic, /\p{Extended_Pictographic}/u],
  [mathematical, /\p{Sm}/u],
  [chinese, /\p{Script=Han}/u],
  [mongolian, /(?!\p{Variation_Selector})\p{Script=Mongolian}/u],
  [unseen, /\p{Default_Ignorable_Code_Point}/u],
] as const;

/** Code points from this one on have none of these properties except `unseen` . */
export const traitsEnd = 0x34000;
let traits: Uint8Array | undefined;

/** Returns the properties of a code point, cached. */
export function traitsOf(code: number): number {
  if (code >= traitsEnd) return 0;
  traits ??= new Uint8Array(traitsEnd);
  const seen = traits[code] ?? 0;
  if (seen !== 0) return seen;
  const character = String.fromCodePoint(code);
  const found = withTraits.reduce((all, [trait, test]) => (test.test(character) ? all | trait : all), known);
  traits[code] = found;
  return found;
}
