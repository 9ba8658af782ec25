import { z } from 'zod';
import { InvalidArgumentsError } from '../../contract/errors.ts';
import { type WorkflowContext, workflow } from '../../contract/features/workflow.ts';
import type { OperationClient } from '../../contract/operations/operation-client.ts';
import { alsoCalled, alsoSaid } from '../../contract/operations/other-words.ts';
import { filesOfCase } from '../../domain/cases/locate-document.ts';
import { words } from '../arguments.ts';
import { readAsPictures } from './as-pictures.ts';
import { readAsText } from './as-text.ts';
import { listCaseTexts, searchCase } from './case-texts.ts';
import { readPages } from './chunks.ts';
import { readSeveral } from './read-several.ts';
import type { AskedOfDocument, Said } from './reading.ts';
import { sourceOf } from './source.ts';

const documentWords = alsoCalled(
  words,
  ...['document_id', 'doc_id', 'document_name', 'file', 'file_name', 'filename', 'name', 'id', 'link', 'url'],
);
export const inCase = alsoCalled(
  words,
  'case_id',
  'case_name',
  'case_number',
  'object',
  'object_id',
  'matter',
);
const views = { text: 'text', pages: 'pages' } as const;

const input = z.strictObject({
  document: documentWords.optional().describe('Name, id or link'),
  case: inCase.optional(),
  pages: alsoCalled(z.string().min(1).max(100), 'page', 'range', 'sheets', 'slides')
    .optional()
    .describe('2-5'),
  find: alsoCalled(words, 'query', 'search', 'text', 'words')
    .optional()
    .describe('Show passages with these words'),
  as: alsoSaid(z.enum(views), {
    images: 'pages',
    image: 'pages',
    pictures: 'pages',
    picture: 'pages',
  }).optional(),
  attachment: alsoCalled(z.string().min(1).max(40), 'member', 'attachments', 'inside')
    .optional()
    .describe('Number of a file inside'),
  path: alsoCalled(z.string().min(1).max(1000), 'file_path', 'shared_file')
    .optional()
    .describe('In shared folder'),
});

/** Workflow `read_document`: the text of a document, or its pages as pictures. */
export const readDocument = workflow({
  name: 'read_document',
  title: 'Read document',
  titleRu: 'Прочитать документ',
  search: { act: 'read content', words: 'content letter, scan, demand' },
  access: 'read',
  card: 'document',
  description:
    'Reads the text of a document, e-mail or scan, by pages. case without document lists its documents, with find searches them all.',
  input,
  output: undefined,
  run: async (operations, args, workflowContext) => {
    const ofCase = await answerOfCase(operations, args, workflowContext);
    if (ofCase !== undefined) return { ...ofCase, data: undefined };
    const source = await sourceOf(operations, args, workflowContext);
    const [inside = [], ...further] = waysInside(args.attachment);
    const asked: AskedOfDocument = {
      wanted: { source, inside },
      spans: args.pages === undefined ? undefined : readPages(args.pages),
      find: args.find,
    };
    const where = { operations, ...workflowContext };
    if (further.length > 0 && args.as === 'pages')
      throw new InvalidArgumentsError('attachment: `as` pages shows one file. Pass one number.');
    const read = args.as === 'pages' ? readAsPictures : readAsText;
    const answer =
      further.length > 0 ? await readSeveral(where, asked, [inside, ...further]) : await read(where, asked);
    const today = workflowContext.now.toISOString().slice(0, 10);
    return { ...answer, facts: answer.facts && { ...answer.facts, today }, data: undefined };
  },
});

/** Returns the answer about all documents of a case, unless the call is about one. */
async function answerOfCase(
  operations: OperationClient,
  args: z.output<typeof input>,
  workflowContext: WorkflowContext,
): Promise<Said | undefined> {
  const { document, path, pages, as, attachment, find } = args;
  const isOfOne = [document, path, pages, attachment].some((one) => one !== undefined) || as === 'pages';
  if (args.case === undefined || isOfOne) return undefined;
  if (find !== undefined) return searchCase(operations, args.case, find, workflowContext);
  const files = await filesOfCase(operations, workflowContext.names, args.case);
  return files.documents.length === 1 ? undefined : listCaseTexts(operations, files, workflowContext);
}

/** Maximum number of files inside a document that one call reads. */
const maxInside = 10;

/**
 * Parses the paths of files inside the document, separated by commas.
 * @throws InvalidArgumentsError if one is not a list of numbers, or if there are too many
 */
function waysInside(attachment: string | undefined): number[][] {
  const ways = attachment === undefined ? [] : attachment.split(/[,;]/).map(wayInside);
  if (ways.length <= maxInside) return ways;
  throw new InvalidArgumentsError(
    `attachment: one call reads at most ${maxInside} files. Pass fewer numbers.`,
  );
}

function wayInside(attachment: string): number[] {
  const way = attachment.trim().split(/[./]/).map(Number);
  if (way.length <= 5 && way.every((index) => Number.isSafeInteger(index) && index > 0)) return way;
  throw new InvalidArgumentsError(
    `attachment: ${JSON.stringify(attachment)} should be the index of a file inside, such as 2, or 2.1 for one within that. Several: 1, 2.1.`,
  );
}
