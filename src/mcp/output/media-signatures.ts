import { isUtf8 } from 'node:buffer';
import type { AnswerFile } from '../../api/client/response-file.ts';
import { type Note, worded } from '../../contract/worded.ts';
import { answerMessages } from './messages.ts';

/** First bytes of a file by media type, in hexadecimal (registrations of the types; WHATWG MIME Sniffing Standard). */
const signatures: readonly (readonly [type: string, start: RegExp])[] = [
  ['image/png', /^89504e470d0a1a0a/],
  ['image/jpeg', /^ffd8ff/],
  ['image/gif', /^47494638(?:37|39)61/],
  ['image/webp', /^52494646.{8}57454250/],
  ['image/bmp', /^424d.{8}00000000/],
  ['image/tiff', /^(?:49492a00|4d4d002a)/],
  ['image/avif', /^000000..6674797061766966/],
  ['image/heic', /^000000..66747970(?:686569|6d696631)/],
  ['application/pdf', /^(?:efbbbf)?(?:09|0a|0d|20){0,8}255044462d/],
  ['audio/wav', /^52494646.{8}57415645/],
  ['audio/mpeg', /^(?:49443302|49443303|49443304|ff(?:e[23]|f[23ab]))/],
  ['audio/ogg', /^4f67675300/],
  ['audio/flac', /^664c6143/],
  ['audio/mp4', /^000000..667479704d3441/],
  ['video/mp4', /^000000..66747970(?:69736f|6d7034|61766331|4d534e56|4d3456)/],
  ['video/webm', /^1a45dfa3/],
];
const signatureBytes = 32;

const aliases: Readonly<Record<string, string>> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/heif': 'image/heic',
  'application/x-pdf': 'application/pdf',
  'audio/mp3': 'audio/mpeg',
  'audio/wave': 'audio/wav',
  'audio/x-wav': 'audio/wav',
  'audio/vnd.wave': 'audio/wav',
  'audio/x-flac': 'audio/flac',
  'audio/m4a': 'audio/mp4',
  'audio/x-m4a': 'audio/mp4',
  'audio/opus': 'audio/ogg',
  'audio/webm': 'video/webm',
  'video/ogg': 'audio/ogg',
};

/** Checks for types that programs show, play or pass to a model, and do not only store. */
const isShown = (mediaType: string) => /^(?:image|audio|video)\/|^application\/(?:x-)?pdf$/.test(mediaType);
const kindOf = (mediaType: string) => mediaType.split('/')[0];

/**
 * Returns the file with a media type that its bytes confirm, because the sender of the file chose the declared type. If
 * the bytes do not match a declared picture, sound, film or PDF, the file becomes plain text or binary data. A text
 * file without a specific type becomes plain text too.
 */
export function recognised(file: AnswerFile): {
  readonly file: AnswerFile;
  readonly notes: readonly Note[];
} {
  const { mediaType, bytes } = file;
  if (mediaType === unknownType && isPlainText(bytes))
    return { file: { ...file, mediaType: 'text/plain' }, notes: [] };
  if (!isShown(mediaType)) return { file, notes: [] };
  const start = bytes.toString('hex', 0, signatureBytes);
  const found = signatures.find(([, pattern]) => pattern.test(start))?.[0];
  const stated = aliases[mediaType] ?? mediaType;
  if (found === stated) return { file, notes: [] };
  if (found !== undefined && kindOf(found) === kindOf(stated))
    return {
      file: { ...file, mediaType: found },
      notes: [worded(answerMessages.byItsBytes, { found })],
    };
  const isText = isPlainText(bytes);
  const note = answerMessages[isText ? 'otherText' : 'otherBytes'];
  return { file: { ...file, mediaType: isText ? 'text/plain' : unknownType }, notes: [note] };
}

const unknownType = 'application/octet-stream';

/** Checks whether the bytes are UTF-8 text without control characters. */
const isPlainText = (bytes: Buffer) =>
  bytes.length > 0 && isUtf8(bytes) && !bytes.some((byte) => byte < 9 || (byte > 13 && byte < 27));
