const around = 2;

export function difference(before: string, after: string): string {
  const [old, fresh] = [linesOf(before), linesOf(after)];
  const same = common(old, fresh, (lines, index) => lines[index]);
  const sameEnd = Math.min(
    common(old, fresh, (lines, index) => lines.at(-1 - index)),
    Math.min(old.length, fresh.length) - same,
  );
  const of = (lines: readonly string[], sign: string) =>
    lines.slice(same, lines.length - sameEnd).map((line) => `${sign} ${line}`);
  const hidden = (line: string) => withoutValues(line, before, after);
  return [
    ...old.slice(Math.max(0, same - around), same).map((line) => `  ${line}`),
    ...of(old, '-'),
    ...of(fresh, '+'),
    ...old
      .slice(old.length - sameEnd)
      .slice(0, around)
      .map((line) => `  ${line}`),
  ]
    .map(hidden)
    .join('\n');
}

/** Masks values in existing lines, because other entries may contain tokens. */
function withoutValues(line: string, before: string, after: string): string {
  const isAdded = (value: string) => timesIn(after, value) > timesIn(before, value);
  const quotedHidden = line.replace(/(["'])(?:\\.|(?!\1).)*\1(\s*[:=])?/g, (text, _quote, isKey) =>
    isKey || isAdded(text) ? text : '"…"',
  );
  if (line.startsWith('+')) return quotedHidden;
  return quotedHidden.replace(
    /^(.\s*(?:- )?["']?[\w.-]+["']?\s*[:=]\s*)([^\s"'[{|>].*)$/,
    (whole, key: string, value: string) => (isAdded(value) ? whole : `${key}…`),
  );
}

const timesIn = (text: string, part: string) => text.split(part).length - 1;

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
