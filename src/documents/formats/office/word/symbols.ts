/** Characters of symbol fonts, with the Unicode characters that resemble them. */
const wingdings: Readonly<Record<number, string>> = {
  40: '☎',
  42: '✉',
  74: '☺',
  108: '●',
  110: '■',
  111: '□',
  113: '❑',
  118: '❖',
  159: '•',
  167: '▪',
  168: '☐',
  216: '➢',
  223: '←',
  224: '→',
  232: '➔',
  251: '✗',
  252: '✓',
  253: '☒',
  254: '☑',
};
const wingdings2: Readonly<Record<number, string>> = {
  79: '✗',
  80: '✓',
  81: '☒',
  82: '☑',
  83: '☒',
  84: '☒',
  163: '☐',
};
const greek = 'ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ';
const smallGreek = 'αβχδεφγηιϕκλμνοπθρστυϖωξψζ';
const others: Readonly<Record<number, string>> = {
  163: '≤',
  165: '∞',
  167: '♣',
  171: '↔',
  172: '←',
  174: '→',
  176: '°',
  177: '±',
  179: '≥',
  180: '×',
  183: '•',
  184: '÷',
  185: '≠',
  187: '≈',
  188: '…',
  210: '®',
  211: '©',
  212: '™',
  214: '√',
  229: '∑',
};

/**
 * Returns the Unicode character for a character of a symbol font; undefined if it is unknown.
 * @param code character code, possibly in the private use area
 */
export function symbol(font: string, code: number): string | undefined {
  const place = code >= 0xf000 && code <= 0xf0ff ? code - 0xf000 : code;
  if (/^wingdings 2$/i.test(font)) return wingdings2[place];
  if (/^wingdings/i.test(font)) return wingdings[place];
  if (/^symbol$/i.test(font)) {
    if (place >= 0x41 && place <= 0x5a) return greek[place - 0x41];
    if (place >= 0x61 && place <= 0x7a) return smallGreek[place - 0x61];
    return place < 0x80 ? String.fromCharCode(place) : others[place];
  }
  return code >= 0xe000 && code <= 0xf8ff ? undefined : String.fromCodePoint(Math.min(code, 0x10ffff));
}
