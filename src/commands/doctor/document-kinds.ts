/** Russian names of document types. Other types keep their English names. */
const inRussian: Readonly<Record<string, string>> = {
  'BMP picture': 'изображение BMP',
  'GIF picture': 'изображение GIF',
  'HTML page': 'страница HTML',
  'JPEG picture': 'изображение JPEG',
  'OpenDocument text': 'текст OpenDocument',
  'PNG picture': 'изображение PNG',
  'RTF text': 'текст RTF',
  'SVG drawing': 'рисунок SVG',
  'TIFF picture': 'изображение TIFF',
  'WEBP picture': 'изображение WEBP',
  'Word document': 'документ Word',
  'e-mail': 'письмо',
  'electronic signature': 'электронная подпись',
  presentation: 'презентация',
  spreadsheet: 'таблица',
  'table in a text file': 'таблица в текстовом файле',
  text: 'текст',
};

export const documentKind = (kind: string) => ({ en: kind, ru: inRussian[kind] ?? kind });
