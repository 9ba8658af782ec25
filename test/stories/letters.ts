import { caseOf, day, named, type Story, valuesOf } from './story.ts';

/** Questions that end in a letter. */

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
    // Whoever has single operations alone files plain text.
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
