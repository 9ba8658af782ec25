import { addLocale, format, isDateFormat } from 'numfmt';
import { lazy } from '../../../../util/lazy.ts';
import type { XmlNode } from '../../../xml.ts';
import { childOf, childrenOf } from '../../../xml-tree.ts';

/** Formats the value of a cell. @param style index of the cell style */
export type ShowCell = (value: number | string, style: number) => ShownCell;

export interface ShownCell {
  readonly text: string;
  /** Whether the format hides the value. In this case, `text` is the unformatted value. */
  readonly isHidden: boolean;
}

/** Built-in formats, which files identify only by number. The date formats here are unambiguous in every country. */
const builtIn: Readonly<Record<number, string>> = {
  ...{ 1: '0', 2: '0.00', 3: '#,##0', 4: '#,##0.00', 9: '0%', 10: '0.00%', 49: '@' },
  ...{ 5: '#,##0', 6: '#,##0', 7: '#,##0.00', 8: '#,##0.00' },
  ...{ 11: '0.00E+00', 12: '# ?/?', 13: '# ??/??', 48: '##0.0E+0' },
  ...{ 14: 'yyyy-mm-dd', 15: 'd mmm yyyy', 16: 'd mmm', 17: 'mmm yyyy', 22: 'yyyy-mm-dd h:mm' },
  ...{ 18: 'h:mm AM/PM', 19: 'h:mm:ss AM/PM', 20: 'h:mm', 21: 'h:mm:ss' },
  ...{ 37: '#,##0', 38: '#,##0', 39: '#,##0.00', 40: '#,##0.00', 41: '#,##0', 42: '#,##0' },
  ...{ 43: '#,##0.00', 44: '#,##0.00', 45: 'mm:ss', 46: '[h]:mm:ss', 47: 'mm:ss.0' },
};

/** Maximum length of a format in spreadsheet programs. A longer format is ignored. */
const maxFormatLength = 255;
/** Days between the epochs of the 1900 and the 1904 date system. */
const days1904 = 1462;
/** Significant digits of numbers in spreadsheets. */
const digits = 15;

/** Registers a number locale in the library and returns its name. */
const plainLocale = lazy(() => {
  // No thousands separator, because about half of all countries read a comma as the decimal separator.
  addLocale({ group: '', decimal: '.' }, 'plain');
  return 'plain';
});

/** Returns the formatter of a workbook. @param styles `s:styleSheet`, if there is one */
export function readFormats(styles: XmlNode | undefined, is1904: boolean): ShowCell {
  const own = new Map(
    childrenOf(childOf(styles, 's:numFmts'), 's:numFmt').map(
      ({ attributes }) => [Number(attributes.numFmtId), attributes.formatCode ?? ''] as const,
    ),
  );
  const used = childrenOf(childOf(styles, 's:cellXfs'), 's:xf');
  return cellFormats(
    used.map(({ attributes }) => Number(attributes.numFmtId ?? 0)),
    own,
    is1904,
  );
}

/**
 * Returns the formatter for cell values.
 * @param used number of the format for each style
 * @param own formats defined in the file, by number
 */
export function cellFormats(
  used: readonly number[],
  own: ReadonlyMap<number, string>,
  is1904: boolean,
): ShowCell {
  const formats = used.map((id) => cellFormat(own.get(id) ?? builtIn[id] ?? '', is1904));
  const general = cellFormat('', false);
  return (value, style) => (formats[style] ?? general)(value);
}

/** Creates the formatter for one format. If the format is invalid, values stay unchanged. */
function cellFormat(code: string, is1904: boolean): (value: number | string) => ShownCell {
  const pattern = code.replace(/^(?:General|Основной)$/i, '').replaceAll('Основной', 'General');
  const isPlain = pattern === '' || pattern.length > maxFormatLength;
  const known = lazy(() => (isPlain ? undefined : knownFormat(pattern)));
  return (value) => {
    const itself = typeof value === 'string' ? value : plain(value);
    const format = known();
    if (format === undefined) return { text: itself, isHidden: false };
    if (typeof value === 'string')
      return format.saysText ? ofText(format, value) : { text: value, isHidden: false };
    const shown = applied(format, is1904 && format.isDate ? value + days1904 : value) ?? itself;
    const text = shown.replace(/\s+/g, ' ').trim();
    // A zero that the format hides counts as an empty cell.
    return text === '' && value !== 0 ? { text: itself, isHidden: true } : { text, isHidden: false };
  };
}

interface KnownFormat {
  readonly pattern: string;
  readonly isDate: boolean;
  /** Whether the format also applies to strings. It may hide them or add text to them. */
  readonly saysText: boolean;
  readonly locale: string;
}

function knownFormat(written: string): KnownFormat | undefined {
  try {
    const isDate = isDateFormat(written);
    // Keep only the currency of a locale in number formats. A locale in date formats stays, because it determines the
    // names of months.
    const pattern = isDate
      ? written.replace(/\[\$([^\]-]*)-F[C8]19\]/gi, '[$$$1-419]')
      : written.replace(/\[\$([^\]-]+)-[^\]]*\]/g, '[$$$1]');
    const isRussian = isDate && /[а-я]/i.test(written) && !/\[\$-/.test(written);
    return {
      pattern,
      isDate,
      saysText: /@|;[^;]*;[^;]*;/.test(written),
      locale: isRussian ? 'ru' : plainLocale(),
    };
  } catch {
    return undefined;
  }
}

function ofText(known: KnownFormat, value: string): ShownCell {
  const shown = applied(known, value) ?? value;
  if (shown.trim() === '') return { text: value, isHidden: value.trim() !== '' };
  return { text: shown.trim() === value.trim() ? value : shown.trim(), isHidden: false };
}

function applied({ pattern, locale }: KnownFormat, value: number | string): string | undefined {
  // Do not round integers, because a long number may be an account number.
  const exact = Number.isSafeInteger(value) ? pattern.replaceAll('General', '0') : pattern;
  try {
    return format(exact, value, { locale, dateSpanLarge: false });
  } catch {
    return undefined;
  }
}

const plain = (value: number): string => String(Number(value.toPrecision(digits)));
