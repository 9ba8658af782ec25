import type { ListPlace, NumberedList } from './blocks.ts';
import type { TextLanguage } from './styles.ts';

/** List definitions of a document. */
export interface DraftLists {
  /** `w:abstractNum` elements, which must precede all `w:num` elements. */
  readonly forms: string;
  readonly lists: string;
  readonly idOf: (list: ListPlace['list']) => number;
}

const firstLine = 709;

/**
 * Creates the list definitions.
 * @param lists numbered lists of the text
 * @param free first unused ids of the document
 */
export function createDraftLists(
  language: TextLanguage,
  lists: readonly NumberedList[],
  free: { readonly form: number; readonly list: number },
): DraftLists {
  const form = { legal: free.form, bracket: free.form + 1, bullets: free.form + 2 };
  const list = (id: number, of: number, start = '') =>
    `<w:num w:numId="${id}"><w:abstractNumId w:val="${of}"/>${start}</w:num>`;
  const begins = (start: number) =>
    `<w:lvlOverride w:ilvl="0"><w:startOverride w:val="${start}"/></w:lvlOverride>`;
  const wrap = (id: number, levels: readonly string[]) =>
    `<w:abstractNum w:abstractNumId="${id}"><w:multiLevelType w:val="multilevel"/>${levels.join('')}</w:abstractNum>`;
  return {
    forms: [
      wrap(form.legal, ['%1.', '%1.%2.', '%1.%2.%3.', '%1.%2.%3.%4.'].map(levelOf(language, 'decimal'))),
      wrap(form.bracket, ['%1)'].map(levelOf(language, 'decimal'))),
      wrap(
        form.bullets,
        Array(4)
          .fill(language === 'ru-RU' ? '–' : '•')
          .map(levelOf(language, 'bullet')),
      ),
    ].join(''),
    lists: [
      list(free.list, form.bullets),
      ...lists.map((one, index) => list(free.list + 1 + index, form[one.form], begins(one.start))),
    ].join(''),
    idOf: (one) => (one === 'bullets' ? free.list : free.list + 1 + one),
  };
}

/** In Russian, only the first line of an item is indented. In English, items have a hanging indent. */
function levelOf(language: TextLanguage, format: 'decimal' | 'bullet') {
  return (text: string, level: number): string => {
    const deep = format === 'bullet' ? level * firstLine : 0;
    const hanging = firstLine * (level > 1 && format === 'decimal' ? 1.5 : 1);
    const place =
      language === 'ru-RU'
        ? `<w:tabs><w:tab w:val="num" w:pos="${deep + firstLine * (format === 'bullet' ? 1.5 : 2) + level * 142}"/></w:tabs><w:ind w:left="${deep}" w:firstLine="${firstLine}"/>`
        : `<w:ind w:left="${deep + hanging}" w:hanging="${hanging}"/>`;
    return `<w:lvl w:ilvl="${level}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/><w:lvlJc w:val="left"/><w:pPr>${place}</w:pPr></w:lvl>`;
  };
}
