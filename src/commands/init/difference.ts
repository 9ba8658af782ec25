const around = 2;

/** What changes between two texts, with the lines around it: for somebody who looks before it is done. */
export function difference(before: string, after: string): string {
  const [old, fresh] = [linesOf(before), linesOf(after)];
  const same = common(old, fresh, (lines, index) => lines[index]);
  const sameEnd = Math.min(
    common(old, fresh, (lines, index) => lines.at(-1 - index)),
    Math.min(old.length, fresh.length) - same,
  );
  const of = (lines: readonly string[], sign: string) =>
    lines.slice(same, lines.length - sameEnd).map((line) => `${sign} ${line}`);
  return [
    ...old.slice(Math.max(0, same - around), same).map((line) => `  ${line}`),
    ...of(old, '-'),
    ...of(fresh, '+'),
    ...old
      .slice(old.length - sameEnd)
      .slice(0, around)
      .map((line) => `  ${line}`),
  ].join('\n');
}

const linesOf = (text: string) => (text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/));

function common(
  old: readonly string[],
  fresh: readonly string[],
  line: (lines: readonly string[], index: number) => string | undefined,
): number {
  const most = Math.min(old.length, fresh.length);
  let count = 0;
  while (count < most && line(old, count) === line(fresh, count)) count += 1;
  return count;
}
