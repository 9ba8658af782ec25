/** A string in the arguments, with its path (`Buttons.0.Text`). */
export type TextArgument = [place: string, text: string];

/** Returns the strings at a path. If the path leads through a list, uses every item. */
export function textsAt(value: unknown, path: string): TextArgument[] {
  return follow(value, path.split('.'), path);
}

function follow(value: unknown, names: readonly string[], place: string): TextArgument[] {
  if (Array.isArray(value)) return value.flatMap((item) => follow(item, names, place));
  const [name, ...rest] = names;
  if (name === undefined) return typeof value === 'string' ? [[place, value]] : [];
  return follow((value as Record<string, unknown> | null | undefined)?.[name], rest, place);
}

/** Returns every string within a value, and every property name. */
export function textsIn(value: unknown, place: string): TextArgument[] {
  if (typeof value === 'string') return [[place, value]];
  if (typeof value !== 'object' || value === null) return [];
  const names: TextArgument[] = Array.isArray(value) ? [] : Object.keys(value).map((name) => [place, name]);
  return [
    ...names,
    ...Object.entries(value).flatMap(([name, item]) =>
      textsIn(item, place === '' ? name : `${place}.${name}`),
    ),
  ];
}
