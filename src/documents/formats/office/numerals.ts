const latin = 'abcdefghijklmnopqrstuvwxyz';
/** Letters that Word uses for numbering in Russian, without ё, й, ъ, ы and ь. */
const russian = 'абвгдежзиклмнопрстуфхцчшщэюя';
const romans: readonly (readonly [number, string])[] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];

/** Returns a to z, then aa, bb and so on. */
const letter = (alphabet: string, value: number): string =>
  value < 1
    ? ''
    : (alphabet[(value - 1) % alphabet.length] ?? '').repeat(
        Math.min(30, Math.ceil(value / alphabet.length)),
      );

function roman(value: number): string {
  let [left, text] = [Math.min(value, 10_000), ''];
  for (const [worth, sign] of romans) for (; left >= worth; left -= worth) text += sign;
  return text;
}

const formats: Readonly<Record<string, (value: number) => string>> = {
  decimalZero: (value) => String(value).padStart(2, '0'),
  lowerLetter: (value) => letter(latin, value),
  upperLetter: (value) => letter(latin, value).toUpperCase(),
  lowerRoman: roman,
  upperRoman: (value) => roman(value).toUpperCase(),
  russianLower: (value) => letter(russian, value),
  russianUpper: (value) => letter(russian, value).toUpperCase(),
  none: () => '',
};

/** Formats a list number. Unknown formats of Word use decimal digits. */
export const numeral = (value: number, format: string | undefined): string =>
  (formats[format ?? ''] ?? String)(value);
