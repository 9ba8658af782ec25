/** Encoding names by Windows, DOS or Macintosh code page number. */
const pages: Readonly<Record<number, string>> = {
  866: 'ibm866',
  874: 'windows-874',
  20127: 'windows-1252',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  1200: 'utf-16le',
  1201: 'utf-16be',
  10000: 'macintosh',
  10007: 'x-mac-cyrillic',
  20866: 'koi8-r',
  21866: 'koi8-u',
  28591: 'windows-1252',
  28592: 'iso-8859-2',
  28595: 'iso-8859-5',
  28597: 'iso-8859-7',
  28605: 'iso-8859-15',
  50220: 'iso-2022-jp',
  50221: 'iso-2022-jp',
  50222: 'iso-2022-jp',
  51932: 'euc-jp',
  51949: 'euc-kr',
  52936: 'gb18030',
  54936: 'gb18030',
  65001: 'utf-8',
};
/** Code pages by font charset number. */
const fontCharsets: Readonly<Record<number, number>> = {
  77: 10000,
  128: 932,
  129: 949,
  134: 936,
  136: 950,
  161: 1253,
  162: 1254,
  163: 1258,
  177: 1255,
  178: 1256,
  186: 1257,
  204: 1251,
  222: 874,
  238: 1250,
  254: 437,
  255: 866,
};

export const codePageOfFont = (charset: number): number | undefined => fontCharsets[charset];

/** ANSI code pages by primary language, the low ten bits of a Windows locale identifier (MS-LCID). */
const languagePages: Readonly<Record<number, number>> = {
  ...Object.fromEntries(
    [0x02, 0x19, 0x22, 0x23, 0x28, 0x2f, 0x3f, 0x40, 0x44, 0x50, 0x6d, 0x85].map((language) => [
      language,
      1251,
    ]),
  ),
  ...Object.fromEntries([0x05, 0x0e, 0x15, 0x18, 0x1a, 0x1b, 0x1c, 0x24].map((language) => [language, 1250])),
  ...Object.fromEntries([0x25, 0x26, 0x27].map((language) => [language, 1257])),
  ...Object.fromEntries([0x01, 0x20, 0x29].map((language) => [language, 1256])),
  ...{ 4: 936, 8: 1253, 13: 1255, 17: 932, 18: 949, 30: 874, 31: 1254, 42: 1258, 44: 1254 },
};
/**
 * Locales whose code page differs from the default of their language: Traditional Chinese, and Serbian and related
 * languages in Cyrillic.
 */
const localePages: Readonly<Record<number, number>> = {
  ...{ 1028: 950, 3076: 950, 5124: 950 },
  ...{ 3098: 1251, 7194: 1251, 8218: 1251, 10266: 1251, 12314: 1251, 2115: 1251, 2092: 1251 },
};

export const codePageOfLocale = (locale: number): number =>
  localePages[locale & 0xffff] ?? languagePages[locale & 0x3ff] ?? 1252;

export const knownEncoding = (page: number): string | undefined =>
  pages[page] ?? (page >= 1250 && page <= 1258 ? `windows-${page}` : undefined);

/** Returns the encoding of a code page; windows-1252 if the page is unknown. */
export const encodingOfPage = (page: number): string => knownEncoding(page) ?? 'windows-1252';
