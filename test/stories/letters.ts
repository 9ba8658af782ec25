import { caseOf, day, named, type Story, valuesOf } from './story.ts';

/** Requests that result in a letter. */

export const reply: Story = {
  title: 'a reply to the claim',
  who: 'john',
  asked: {
    en: 'Draft a reply to the claim and file it into the Delta case as a letter of today',
    ru: 'Подготовь ответ на претензию и приложи его к делу Delta как письмо от сегодняшнего дня',
  },
  words: {
    en: {
      case: 'Delta v. Romashka',
      name: 'Reply to the claim',
      text: '> Romashka LLC\n\n# Reply to the claim\n\nWe do not admit the claim for [[sum]].\n\n1. It was made out of time.\n2. The goods were accepted.\n\n___________ (J. Smith)',
    },
    ru: {
      case: 'Delta v. Romashka',
      name: 'Ответ на претензию',
      text: '> ООО «Ромашка»\n\n# Ответ на претензию\n\nТребование на сумму [[сумма]] не признаём.\n\n1. Срок пропущен.\n2. Товар принят.\n\n___________ /Дж. Смит/',
    },
  },
  plain: async (assistant, words) => {
    const { Id: CaseId, DocumentFolderId } = await caseOf(assistant, words.case ?? '');
    const { Id: TypeId } = named(await valuesOf(assistant, 'DocumentType'), 'Correspondence');
    // With single operations alone, an assistant can only file plain text.
    await assistant.json('create_document', {
      ...{ File: { name: `${words.name}.txt`, text: words.text }, Name: words.name },
      ...{ CaseId, FolderId: DocumentFolderId, TypeId, Date: `${day()}T00:00:00Z` },
    });
    return [];
  },
  short: async (assistant, words) => {
    await assistant.read('draft_document', {
      ...{ case: words.case, name: words.name, text: words.text },
      ...{ type: 'Переписка / Correspondence', date: day() },
    });
  },
  effect: async (assistant, words) => {
    const { Id: CaseId, DocumentFolderId } = await caseOf(assistant, words.case ?? '');
    const filed = await assistant.all('list_documents', { FolderId: DocumentFolderId, EntityKind: 'File' });
    return filed
      .filter(({ Name, Case }) => Name === words.name && Case.Id === CaseId)
      .map(({ Type, Date: date }) => `${Type.Name} ${date}`);
  },
};

/** Returns a date in the notation of letters, `days` days from today. */
const written = (language: 'en-GB' | 'ru-RU', days: number) =>
  new Date(`${day(days)}T12:00:00Z`)
    .toLocaleDateString(language, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
    .replace(/ г\.$/, '');

export const demand: Story = {
  title: 'what a letter demands',
  who: 'head',
  asked: {
    en: 'What does the other side’s latest letter in the Smith case demand, and by when?',
    ru: 'Чего требует другая сторона в последнем письме по делу А40-123456, и к какому сроку?',
  },
  words: {
    // Computed on access, because each run may have another date.
    en: {
      ...{ case: 'Smith', sum: '84,600.00' },
      get until() {
        return written('en-GB', 11);
      },
    },
    ru: {
      ...{ case: 'А40-123456', sum: '662 350,75' },
      get until() {
        return written('ru-RU', 7);
      },
    },
  },
  // The plain variant knows the content of the file in advance, because no operation extracts its text.
  plain: async (assistant, words) => {
    const { Id: id } = await caseOf(assistant, words.case ?? '');
    const { DocumentFolderId } = await assistant.json('get_object', { id });
    const files = await assistant.all('list_documents', {
      FolderId: DocumentFolderId,
      EntityKind: 'File',
      CreationDateFrom: '2000-01-01T00:00:00Z',
    });
    const types = await valuesOf(assistant, 'DocumentType');
    const claim = named(types, 'LetterBeforeClaim');
    const letters = files.filter(({ Type }) => Type?.Id === claim.Id);
    const [newest] = letters.sort((one, other) => other.CreationDate.localeCompare(one.CreationDate));
    await assistant.read('download_document', { docID: newest.Id });
    return [words.sum ?? '', words.until ?? ''];
  },
  short: async (assistant, words) => {
    const { documents } = await assistant.data('case_brief', { case: words.case });
    const { id } = documents.find(({ type }: any) => /Letter before claim/.test(type));
    await assistant.read('read_document', { document: id });
  },
};
