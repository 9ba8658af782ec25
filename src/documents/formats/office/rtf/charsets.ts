/** Encodings by the number of a code page that Windows, DOS and Macintosh give them. */
const pages: Readonly<Record<number, string>> = {
  866: 'ibm866',
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  10000: 'macintosh',
  10007: 'x-mac-cyrillic',
  20866: 'koi8-r',
  21866: 'koi8-u',
  65001: 'utf-8',
};
/** Code pages by the number that fonts give their letters. */
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

/** The name of an encoding by the number of its code page; that of Western Windows where nobody knows it. */
export const encodingOfPage = (page: number): string =>
  pages[page] ?? (page >= 1250 && page <= 1258 ? `windows-${page}` : 'windows-1252');
