/** Words by which services and users express true and false, in lower case. */
export const flagWords: ReadonlyMap<string, boolean> = new Map([
  ...['true', 'yes', 'да', 'истина', '1'].map((word) => [word, true] as const),
  ...['false', 'no', 'нет', 'ложь', '0'].map((word) => [word, false] as const),
]);
