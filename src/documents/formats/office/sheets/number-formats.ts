import type { XmlNode } from '../../../xml.ts';
import { childOf, childrenOf } from '../../../xml-tree.ts';
import { dateText, isDateFormat } from './dates.ts';

/** A number as its cell shows it. @param style the place of the style among those of cells */
export type NumberShow = (value: number, style: number) => string;

/** Formats that files name by number alone; those of dates in the way that no country reads otherwise. */
const builtIn: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  14: 'yyyy-mm-dd',
  15: 'd mmm yyyy',
  16: 'd mmm',
  17: 'mmm yyyy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'yyyy-mm-dd h:mm',
  39: '0.00',
  40: '0.00',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss',
};

/** @param styles `s:styleSheet`, where the file has it */
export function readFormats(styles: XmlNode | undefined, is1904: boolean): NumberShow {
  const own = new Map(
    childrenOf(childOf(styles, 's:numFmts'), 's:numFmt').map(
      ({ attributes }) => [Number(attributes.numFmtId), attributes.formatCode ?? ''] as const,
    ),
  );
  const codes = childrenOf(childOf(styles, 's:cellXfs'), 's:xf').map(({ attributes }) => {
    const id = Number(attributes.numFmtId ?? 0);
    return own.get(id) ?? builtIn[id] ?? '';
  });
  return (value, style) => formatNumber(value, codes[style] ?? '', is1904);
}

/** A number by a format as spreadsheets write them (`#,##0.00 "руб."`); without groups of thousands. */
function formatNumber(value: number, code: string, is1904: boolean): string {
  const [positive = '', negative] = code.split(';', 2);
  const section = value < 0 && negative !== undefined && negative !== '' ? negative : positive;
  if (isDateFormat(section) && value >= 0) return dateText(is1904 ? value + 1462 : value, section);
  const bare = section.replace(/"[^"]{0,99}"|\\.|\[[^\]]{0,99}\]|_./g, '');
  if (!/[0#?]/.test(bare) || /[/eE]/.test(bare)) return plain(value);
  const isPercent = bare.includes('%');
  const decimals = /\.([0#?]+)/.exec(bare)?.[1] ?? '';
  const shown = isPercent ? value * 100 : value;
  const fixed =
    Math.abs(shown) < 1e21 ? trimmed(shown.toFixed(Math.min(decimals.length, 15)), decimals) : plain(shown);
  const digits = /^[^.]*/.exec(bare)?.[0].match(/0/g)?.length ?? 0;
  const [whole = '', rest] = fixed.replace('-', '').split('.');
  const sign = fixed.startsWith('-') ? '-' : '';
  return `${sign}${whole.padStart(Math.min(digits, 30), '0')}${rest === undefined ? '' : `.${rest}`}${isPercent ? '%' : unit(section)}`;
}

/** As many digits as a spreadsheet keeps of a number. */
const plain = (value: number): string => String(Number(value.toPrecision(15)));

/** Digits that a format only shows when they are not zero. */
function trimmed(text: string, decimals: string): string {
  const kept = decimals.lastIndexOf('0') + 1;
  let end = text.length;
  for (let optional = decimals.length - kept; optional > 0 && text[end - 1] === '0'; optional -= 1) end -= 1;
  const cut = text.slice(0, end);
  return cut.endsWith('.') ? cut.slice(0, -1) : cut;
}

/** What stands beside the number: a currency, hours, pieces. */
function unit(section: string): string {
  const quoted = [...section.matchAll(/"([^"]{0,99})"/g)].map(([, text = '']) => text.trim());
  const currency = /\[\$([^\]-]{0,20})/.exec(section)?.[1]?.trim() ?? '';
  const sign = /[₽$€£¥]/.exec(section.replace(/"[^"]{0,99}"|\[[^\]]{0,99}\]/g, ''))?.[0] ?? '';
  const found = [currency, ...quoted, sign].filter((text) => text !== '');
  return found.length > 0 ? ` ${[...new Set(found)].join(' ').slice(0, 40)}` : '';
}
