import { hash } from 'node:crypto';
import type { ContentBlock } from '@modelcontextprotocol/server';
import type { Answer } from '../../api/client/read-response.ts';
import type { AnswerFile } from '../../api/client/response-file.ts';
import { endingOf } from '../../api/files/media-type.ts';
import { UnexpectedAnswerError } from '../../contract/errors.ts';
import { type Note, worded } from '../../contract/worded.ts';
import { answerMessages } from './messages.ts';
import type { Sanitizer, Shown } from './sanitize.ts';

/**
 * Maximum size of a file in an answer, in bytes before the encoding as Base64, which adds a third. A larger text or
 * image becomes an embedded file, and a file that is larger still is refused.
 */
const fileLimits = { text: 64 * 1024, image: 1024 * 1024, embedded: 4 * 1024 * 1024 };

export const textBlock = (text: string): ContentBlock => ({ type: 'text', text });

export interface Block extends Pick<Shown, 'notes' | 'quoting'> {
  readonly block: ContentBlock;
}

export function fencedBlock({ text, ...said }: Shown, sanitizer: Sanitizer, heading: string): Block {
  return { block: textBlock(sanitizer.fence(text, heading)), ...said };
}

/** @throws UnexpectedAnswerError if the file is too large */
export function fileBlock(file: AnswerFile, sanitizer: Sanitizer, heading: string): Block {
  const size = file.bytes.length;
  if (isText(file) && size <= fileLimits.text)
    return fencedBlock(shownFile(file, sanitizer), sanitizer, heading);
  const data = () => file.bytes.toString('base64');
  if (isPicture(file.mediaType) && size <= fileLimits.image)
    return { block: { type: 'image', data: data(), mimeType: file.mediaType }, notes: [unfenced] };
  if (size > fileLimits.embedded)
    throw new UnexpectedAnswerError(
      `The file has ${megabytes(size)} MB; at most ${megabytes(fileLimits.embedded)} MB fit into an answer.`,
      { advice: 'give-address' },
    );
  // Derive the address from the content, so that two different files never share one. The file's own name is untrusted.
  const uri = `file:///${hash('sha256', file.bytes).slice(0, 16)}.${endingOf(file.mediaType)}`;
  return {
    block: { type: 'resource', resource: { uri, mimeType: file.mediaType, blob: data() } },
    notes: [unfenced],
  };
}

/** Note for files that are not text. They cannot be put between delimiters for untrusted text. */
const unfenced = answerMessages.fileIsData;

const isTextType = (mediaType: string) => /^text\/|^application\/(json|xml)$/.test(mediaType);
const isPicture = (mediaType: string) => /^image\/(png|jpeg|gif|webp)$/.test(mediaType);

/** Returns the largest file of a type in an answer, in bytes. The shared folder, if any, receives larger ones. */
export function keepBytes(mediaType: string): number {
  if (isTextType(mediaType)) return fileLimits.text;
  return isPicture(mediaType) ? fileLimits.image : 0;
}

function shownFile(file: AnswerFile, sanitizer: Sanitizer): Shown {
  const text = file.bytes.toString('utf8');
  return file.mediaType === 'application/json' && isJson(text) ? sanitizer.json(text) : sanitizer.text(text);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Checks whether a file is text in UTF-8. Text in another charset would be garbled. */
function isText(file: AnswerFile): boolean {
  if (!isTextType(file.mediaType)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(file.bytes);
    return true;
  } catch {
    return false;
  }
}

/** Describes a file. Its name is cleaned, because outsiders may have chosen it. */
export const describeFile = ({ name, mediaType, bytes }: AnswerFile, sanitizer: Sanitizer): Note[] => [
  worded(answerMessages.file, { mediaType, size: bytes.length }),
  sanitizer.fence(sanitizer.text(name).text),
];

/** Describes a saved file. Its path is not cleaned, because it must stay usable. */
export const shownStored = ({ path, size, sha256, mediaType }: NonNullable<Answer['stored']>): Shown => ({
  text: JSON.stringify({ path, size, sha256, mediaType }),
  notes: [answerMessages.stored],
});

const megabytes = (bytes: number) => (bytes / 1_048_576).toFixed(1);
