/** Words for true and false that services and users write, in lower case. */
export const flagWords: ReadonlyMap<string, boolean> = new Map([
  ...['true', 'yes', 'да', 'истина', '1'].map((word) => [word, true] as const),
  ...['false', 'no', 'нет', 'ложь', '0'].map((word) => [word, false] as const),
]);
