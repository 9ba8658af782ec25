import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';
import { type Format, type FormatRequest, type InsideFile, UnreadableError } from '../../format.ts';
import { mailMessages } from '../../notes/messages.ts';
import { readHtml } from '../texts/html.ts';
import { chooseBody } from './bodies.ts';
import { hasLostCharacters, inUtf8, repaired } from './charsets.ts';
import { filledHeaders, type Message, mailbox, messageContent } from './message.ts';

const known = new Set(
  'from to cc bcc date subject sender reply-to message-id received return-path delivered-to mime-version content-type content-transfer-encoding'.split(
    ' ',
  ),
);
const typesOfSignatures = /^\s*(?:multipart\/signed|application\/(?:x-)?pkcs7-mime)/i;

/** A message in the format of RFC 5322, from a separate file (`.eml`) or the first one of a mailbox file. */
export const eml: Format = {
  is(bytes) {
    const lines = Buffer.from(bytes.subarray(0, 4096)).toString('latin1').split(/\r?\n/);
    const first = lines[0]?.startsWith('From ') ? 1 : 0;
    if (headerName(lines[first]) === undefined) return false;
    const end = lines.indexOf('');
    const names = lines.slice(0, end < 0 ? lines.length : end).map(headerName);
    return new Set(names.filter((name) => name !== undefined && known.has(name))).size >= 2;
  },
  async read(request) {
    return messageContent(request, await readMessage(request));
  },
};

const headerName = (line = '') => /^([A-Za-z][\w-]{0,70}):/.exec(line)?.[1]?.toLowerCase();

async function readMessage({ bytes, limits }: FormatRequest): Promise<Message> {
  const email = await parsedInItsCharset(bytes, limits.depth);
  const page = email.html === undefined ? undefined : readHtml(repaired(email.html));
  const headers = filledHeaders({
    From: addresses(email.from),
    To: addresses(email.to),
    Cc: addresses(email.cc),
    Bcc: addresses(email.bcc),
    Date: email.headers.find(({ key }) => key === 'date')?.value ?? email.date,
    Subject: repaired(email.subject ?? ''),
  });
  const type = email.headers.find(({ key }) => key === 'content-type')?.value ?? '';
  const isLost = hasLostCharacters(email.text ?? email.html) || hasLostCharacters(email.subject);
  const { body, inside, notes } =
    !page || isEitherOr(bytes)
      ? chooseBody(repaired(email.text ?? ''), page?.lines ?? [])
      : { body: page.lines, inside: [], notes: [] };
  return {
    headers,
    body,
    inside: [...(await Promise.all(email.attachments.map(attached))), ...inside],
    notes: [
      ...notes,
      ...(typesOfSignatures.test(type) ? [mailMessages.signedMessage] : []),
      ...(isLost ? [mailMessages.lostLetters] : []),
    ],
  };
}

/**
 * Checks whether the HTML and the plain text are alternatives. If they are not, they have different content, and the
 * HTML from the parser already contains both.
 */
const isEitherOr = ({ buffer, byteOffset, length }: Uint8Array) => {
  const content = Buffer.from(buffer, byteOffset, length);
  return ['multipart/alternative', 'Multipart/Alternative', 'MULTIPART/ALTERNATIVE'].some((type) =>
    content.includes(type),
  );
};

/**
 * Parses a message. If characters are lost because the charset is missing, parses the message again in the charset that
 * fits its text best.
 */
async function parsedInItsCharset(bytes: Uint8Array, depth: number): Promise<Email> {
  const email = await parse(bytes, depth);
  const isLost = (one: Email) =>
    [one.text, one.html, one.subject, addresses(one.from)].filter(hasLostCharacters).length;
  const lost = isLost(email);
  const converted = lost > 0 ? inUtf8(bytes) : undefined;
  if (converted === undefined) return email;
  const again = await parse(converted, depth);
  return isLost(again) < lost ? { ...again, attachments: email.attachments } : email;
}

/** Parses a message. Embedded messages become attachments, even if they are declared as inline. */
async function parse(bytes: Uint8Array, depth: number): Promise<Email> {
  try {
    return await PostalMime.parse(bytes, { forceRfc822Attachments: true, maxNestingDepth: depth });
  } catch {
    throw new UnreadableError(
      'damaged',
      'the parts of the message are nested too deeply, or its headers never end',
    );
  }
}

const addresses = (list: Address | readonly Address[] | undefined): string =>
  [list ?? []]
    .flat()
    .map((one: Address) =>
      one.group ? `${repaired(one.name)}: ${addresses(one.group)}` : mailbox(repaired(one.name), one.address),
    )
    .join(', ');

async function attached({ filename, mimeType, content }: Attachment, index: number): Promise<InsideFile> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);
  return {
    name: repaired(filename ?? '') || (await nameOf(bytes, mimeType, index + 1)),
    size: bytes.length,
    open: () => bytes,
  };
}

const extensions: Readonly<Record<string, string>> = {
  'text/plain': 'txt',
  'text/html': 'html',
  'text/calendar': 'ics',
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
};

/** Returns a name for an unnamed attachment: the subject of a message, otherwise a name based on its type. */
async function nameOf(bytes: Uint8Array, mimeType: string, number: number): Promise<string> {
  if (mimeType !== 'message/rfc822') return `attachment ${number}.${extensions[mimeType] ?? 'bin'}`;
  const end = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).indexOf('\r\n\r\n');
  const { subject } = await PostalMime.parse(bytes.subarray(0, end < 0 ? 4096 : end)).catch(() => ({
    subject: undefined,
  }));
  return `${repaired(subject ?? '').trim() || 'message'}.eml`;
}
