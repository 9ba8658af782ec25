/** Columns of a terminal; 80 where output goes elsewhere. */
export const terminalWidth = (): number =>
  Math.max(40, process.stdout.columns ?? process.stderr.columns ?? 80);

/**
 * Text in lines of at most `width` columns, broken between words; only a longer word makes a longer line.
 * @param indent blanks before each line
 * @param hang more of them before each but the first
 */
export function wrapped(text: string, width: number, indent = 0, hang = 0): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).filter((part) => part !== '')) {
    const margin = indent + (lines.length > 0 ? hang : 0);
    if (line !== '' && margin + line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  if (line !== '') lines.push(line);
  return lines.map((one, index) => ' '.repeat(indent + (index > 0 ? hang : 0)) + one).join('\n');
}
