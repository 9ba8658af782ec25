/** Parses a cell name: `C5` is row 5 and column 3; `C` has no row. An invalid name counts as the first column. */
export function cellPlace(name: string): { readonly row: number | undefined; readonly column: number } {
  let column = 0;
  for (const letter of name.toUpperCase())
    if (letter >= 'A' && letter <= 'Z' && column < 1_000) column = column * 26 + letter.charCodeAt(0) - 64;
  const digits = /\d{1,7}$/.exec(name)?.[0];
  return {
    row: digits === undefined ? undefined : Number(digits),
    column: Math.min(Math.max(column, 1), 16_384),
  };
}
