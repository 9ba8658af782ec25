import type { RowTemplate } from '../contract/records/record-source.ts';
import type { Row } from '../contract/records/row.ts';

/** Fills in a template with values from a row. Returns undefined if a value is missing. */
export function fill(template: RowTemplate, row: Row): string | undefined {
  let words = '';
  for (const [index, part] of template.split(/[{}]/).entries()) {
    const text = index % 2 === 0 ? part : firstText(part.split('|'), row);
    if (text === undefined) return undefined;
    words += text;
  }
  return words;
}

function firstText(paths: readonly string[], row: Row): string | undefined {
  for (const path of paths) {
    const text = textAt(path.split('.'), row);
    if (text !== undefined) return text;
  }
  return undefined;
}

function textAt([name, ...further]: readonly string[], value: unknown): string | undefined {
  if (Array.isArray(value)) {
    const text = textAt([name ?? '', ...further], value[0]);
    return text === undefined || value.length === 1 ? text : `${text} and ${value.length - 1} more`;
  }
  if (name === undefined) return typeof value === 'string' && value !== '' ? value : undefined;
  return textAt(further, (value as Row | null | undefined)?.[name]);
}
