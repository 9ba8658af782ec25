import { changedWords } from '../contract/features/documents/document-marks.ts';
import type {
  DocumentContent,
  DocumentFile,
  DocumentPart,
  DocumentPicture,
  DocumentRange,
} from '../contract/features/documents/document-reader.ts';
import { cleanText } from '../util/invisible-characters.ts';
import { type Format, type FormatRequest, UnreadableError } from './format.ts';
import { formats } from './formats/index.ts';
import { readingLimits } from './limits.ts';
import { renamedNote } from './notes/renamed.ts';

/** Reads a file. Must run in a process that can be killed (`reader.ts`). @throws UnreadableError */
export async function readContent(
  file: DocumentFile,
  range: DocumentRange | undefined,
): Promise<DocumentContent> {
  const [format, request] = formatOf(await fileInside(file), range);
  const { inside = [], properties = {}, notes = [], parts, ...content } = await format.read(request);
  const attachments = inside.map(({ name, size }, index) => ({
    index: index + 1,
    name: cleanText(name),
    ...(size !== undefined && { size }),
  }));
  const renamed = renamedNote(request.name, content.kind) ?? [];
  return {
    ...content,
    parts: parts.map(cleanPart),
    attachments,
    properties,
    notes: [...notes, renamed].flat(),
  };
}

/**
 * Removes invisible characters. This must happen before the search for text that looks like a mark such as `[hidden:
 * …]`, because invisible characters could hide such text. Word searches also need the visible text.
 */
function cleanPart({ text, label, ...part }: DocumentPart): DocumentPart {
  return {
    ...part,
    ...(label !== undefined && { label: cleanText(label) }),
    text: changedWords(text, cleanText),
  };
}

/** Renders pages as pictures. @throws UnreadableError if the file cannot be read */
export async function showPages(
  file: DocumentFile,
  numbers: readonly number[],
): Promise<readonly DocumentPicture[]> {
  const [format, request] = formatOf(await fileInside(file), undefined);
  if (format.show === undefined) throw new UnreadableError('unknown', 'it has no pages to show');
  return format.show({ ...request, numbers });
}

/** Maximum nesting of files. This is enough for an archive in a message in an archive. */
const maxNesting = 5;

/** Opens the file at the path `inside`. @throws UnreadableError if the file cannot be opened */
export async function fileInside(file: DocumentFile): Promise<DocumentFile> {
  if ((file.inside?.length ?? 0) > maxNesting)
    throw new UnreadableError('too large', `files inside files are opened at most ${maxNesting} levels deep`);
  return opened(file);
}

async function opened({ bytes, name, inside = [] }: DocumentFile): Promise<DocumentFile> {
  const [next, ...rest] = inside;
  if (next === undefined) return { bytes, name };
  // Request only the first part, because the list of embedded files does not depend on the range.
  const [format, request] = formatOf({ bytes, name }, { from: 1, to: 1 });
  const members = (await format.inside?.(request)) ?? (await format.read(request)).inside ?? [];
  const member = members[next - 1];
  if (member === undefined)
    throw new UnreadableError(
      'unknown',
      `there is no file ${next} inside: the document contains ${members.length} files`,
    );
  return opened({ bytes: await member.open(), name: member.name, inside: rest });
}

function formatOf({ bytes, name }: DocumentFile, range: DocumentRange | undefined): [Format, FormatRequest] {
  if (bytes.length === 0) throw new UnreadableError('empty', 'the file is empty');
  const format = formats.find((one) => one.is(bytes, name));
  if (format === undefined) throw new UnreadableError('unknown', 'not a known type of document');
  return [format, { bytes, name, range, limits: readingLimits }];
}
