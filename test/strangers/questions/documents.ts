import { at, byId, unique, wordsOf } from '../pick.ts';
import { type Asked, type Context, type Question, questionsOf } from '../question.ts';
import { plain, type RecordKind } from '../verdicts/compare.ts';
import type { StoredDocument, World } from '../world.ts';
import { count, list } from './lists.ts';

const words = (text: string): string[] =>
  plain(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/**
 * Returns the words of a file that are missing from the answer. Word order is ignored, because tables are converted to
 * Markdown.
 */
function missingWords(text: string, file: string): string[] {
  const shown = new Set(words(text));
  return [...new Set(words(file))].filter((word) => !shown.has(word));
}

function read(
  document: StoredDocument | undefined,
  args: Readonly<Record<string, unknown>>,
  expected = document?.text,
): Asked | undefined {
  if (document === undefined || expected === undefined) return undefined;
  return {
    calls: [['read_document', args]],
    expected: `“${document.name}” ${document.id}: ${expected.slice(0, 200)}`,
    check: ({ text }) => {
      const missing = missingWords(text, expected);
      const isOther = !text.includes(document.id) && !plain(text).includes(plain(document.name));
      return [
        ...(isOther ? [{ what: `is not “${document.name}” ${document.id}`, topic: /document/i }] : []),
        ...(missing.length > 0
          ? [
              {
                what: `${missing.length} words of the file are missing: ${missing.slice(0, 8).join(' ')}`,
                topic: /page|part|more|read|piece/i,
              },
            ]
          : []),
      ];
    },
  };
}

const ending = (name: string) => name.split('.').at(-1)?.toLowerCase() ?? '';
const readable = ({ documents }: World) =>
  documents.filter(({ text }) => text !== undefined && text.trim() !== '');

const ofFormat =
  (format: string, index = 0) =>
  ({ world }: Context) => {
    const found = at(
      readable(world).filter(({ fileName }) => ending(fileName) === format),
      index,
    );
    return found && read(found, { document: found.id });
  };

/** Returns a word that only one document contains. */
function rareWord(document: StoredDocument, all: readonly StoredDocument[]): string | undefined {
  const others = new Set(
    all.filter(({ id }) => id !== document.id).flatMap(({ text = '', name }) => words(`${text} ${name}`)),
  );
  return words(document.text ?? '').find((word) => word.length > 5 && !others.has(word) && !/\d/.test(word));
}

export const readDocumentQuestions: readonly Question[] = questionsOf('read_document', {
  TXT: ofFormat('txt'),
  'another TXT': ofFormat('txt', 5),
  CSV: ofFormat('csv'),
  HTML: ofFormat('html'),
  DOCX: ofFormat('docx'),
  'another DOCX': ofFormat('docx', 3),
  PDF: ofFormat('pdf'),
  'another PDF': ofFormat('pdf', 4),
  'by name': ({ world }) => {
    const found = at(
      unique(readable(world)).filter(({ name }) => unique(world.documents).some((one) => one.name === name)),
      6,
    );
    return found && read(found, { document: found.name });
  },
  'by name within its case': ({ world }) => {
    const found = readable(world).find(
      ({ name, case: own }) =>
        own !== undefined &&
        world.documents.filter((one) => one.name === name).length > 1 &&
        world.documents.filter((one) => one.name === name && one.case === own).length === 1,
    );
    return found && read(found, { document: found.name, case: found.case });
  },
  'in the third level of folders': ({ world }) => {
    const found = [...readable(world)].sort((one, other) => other.folders.length - one.folders.length)[0];
    return found && read(found, { document: found.id });
  },
  'a word in it': ({ world }) => {
    const found = readable(world).find((one) => rareWord(one, world.documents) !== undefined);
    const word = found && rareWord(found, world.documents);
    return found && word ? read(found, { document: found.id, find: word }, word) : undefined;
  },
  'a word that is not in it': ({ world }) => {
    const found = at(readable(world), 3);
    return (
      found && {
        calls: [['read_document', { document: found.id, find: 'кецалькоатль' }]],
        expected: 'no passage',
        check: ({ text, notes }) =>
          /no (?:passage|match)|nothing|not (?:found|stand)|none|nowhere|does not/i.test(
            `${text} ${notes.join(' ')}`,
          )
            ? []
            : [{ what: 'does not say that nothing was found', topic: /found/i }],
      }
    );
  },
  'a name that no document has': () => ({
    calls: [['read_document', { document: 'Кецалькоатль пернатый' }]],
    expected: 'an error: no document has this name',
    refusal: /NAME_UNKNOWN|no document/i,
  }),
});

const kind: RecordKind = 'documents';

/** Returns the name of a folder that occurs in only one path. */
function folderAt(world: World, depth: number): { name: string; documents: StoredDocument[] } | undefined {
  const paths = new Map<string, StoredDocument[]>();
  for (const document of world.documents) {
    const path = [document.case ?? '', ...document.folders].join('/');
    paths.set(path, [...(paths.get(path) ?? []), document]);
  }
  const all = [...paths.values()];
  const named = (name: string) => all.filter(([one]) => one?.folders.includes(name));
  const found = all.find(
    ([one]) =>
      one !== undefined && one.folders.length === depth && named(one.folders.at(-1) ?? '').length === 1,
  );
  return found && { name: found[0]?.folders.at(-1) ?? '', documents: found };
}

const inFolder = (depth: number) => (context: Context) => {
  const found = folderAt(context.world, depth);
  return (
    found &&
    list(context, 'list_documents', { FolderId: found.name, EntityKind: 'File' }, kind, found.documents)
  );
};

export const documentListQuestions: readonly Question[] = questionsOf('list_documents', {
  'folder of the first level': inFolder(1),
  'folder of the second level': inFolder(2),
  'folder of the third level': inFolder(3),
  'free search': (context) => {
    const found = at(unique(context.world.documents), 11);
    const word = found && wordsOf(found.name)[0];
    if (word === undefined) return undefined;
    const inName = context.world.documents.filter(({ name }) => plain(name).includes(plain(word)));
    const inText = context.world.documents.filter(({ text = '', fileName }) =>
      plain(`${text} ${fileName}`).includes(plain(word)),
    );
    return list(context, 'list_documents', { Search: word, EntityKind: 'File' }, kind, inName, inText);
  },
  'author by name': (context) => {
    const found = context.world.documents.find(({ author }) =>
      unique(context.world.users).some(({ id }) => id === author),
    );
    const user = byId(context.world.users, found?.author);
    return (
      user &&
      list(
        context,
        'list_documents',
        { AuthorId: user.name, EntityKind: 'File' },
        kind,
        context.world.documents.filter(({ author }) => author === user.id),
      )
    );
  },
  'type by name': (context) => {
    const type = context.world.documents.find((one) => one.type !== undefined)?.type;
    return type === undefined
      ? undefined
      : list(
          context,
          'list_documents',
          { TypeId: type },
          kind,
          context.world.documents.filter((one) => one.type === type),
        );
  },
  'created in a month': (context) => {
    const from = new Date(context.now.getTime() - 45 * 86_400_000).toISOString();
    const to = new Date(context.now.getTime() - 5 * 86_400_000).toISOString();
    return list(
      context,
      'list_documents',
      { CreationDateFrom: from, CreationDateTo: to },
      kind,
      context.world.documents.filter(
        ({ createdAt }) => createdAt >= new Date(from) && createdAt <= new Date(to),
      ),
    );
  },
  'number of one type': ({ world }) => {
    const type = world.documents.filter((one) => one.type !== undefined)[9]?.type;
    return type === undefined
      ? undefined
      : count('list_documents', { TypeId: type }, world.documents.filter((one) => one.type === type).length);
  },
});

export const compareDocumentQuestions: readonly Question[] = questionsOf('compare_documents', {
  'two texts': ({ world }) => {
    const [one, other] = readable(world).filter(({ fileName }) => ending(fileName) === 'txt');
    if (one === undefined || other === undefined) return undefined;
    const own = words(other.text ?? '').find(
      (word) => word.length > 5 && !words(one.text ?? '').includes(word),
    );
    return own === undefined
      ? undefined
      : {
          calls: [['compare_documents', { earlier: one.id, later: other.id }]],
          expected: `a difference that contains ${own}`,
          check: ({ text }) =>
            plain(text).includes(own)
              ? []
              : [{ what: `${own} is not among the differences`, topic: /differ|more/i }],
        };
  },
});
