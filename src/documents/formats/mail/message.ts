import { withoutMarkers } from '../../../contract/features/documents/document-marks.ts';
import type { Worded } from '../../../contract/language.ts';
import { worded } from '../../../contract/worded.ts';
import type { FormatContent, FormatRequest, InsideFile } from '../../format.ts';
import { mailMessages } from '../../notes/messages.ts';
import { createParts } from '../../parts.ts';

export interface Message {
  /** From, To, Cc, Bcc, Date and Subject, in this order, without empty headers. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: readonly string[];
  readonly inside: readonly InsideFile[];
  readonly notes: readonly Worded[];
}

/** Outlook attachments that contain other files. */
const packed = /^winmail.*\.dat$/i;
/** Names of signatures and of files wrapped in a signature. */
const signature = /\.(?:p7s|p7m|sig|sgn)$/i;

/** Returns the headers as the first lines, followed by the text with quoted messages. */
export function messageContent(request: FormatRequest, message: Message): FormatContent {
  const { archiveEntries } = request.limits;
  const parts = createParts(request);
  for (const [name, value] of Object.entries(message.headers)) parts.line(`${name}: ${value}`);
  parts.line('');
  for (const line of message.body) parts.line(line);
  const { notes, ...content } = parts.finish('part');
  const names = message.inside.map(({ name }) => name);
  return {
    kind: 'e-mail',
    ...content,
    inside: message.inside.slice(0, archiveEntries),
    properties: message.headers,
    notes: [
      ...notes,
      ...message.notes,
      ...(names.length > archiveEntries
        ? [worded(mailMessages.attachmentsListed, { count: names.length, listed: archiveEntries })]
        : []),
      ...(names.some((name) => packed.test(name)) ? [mailMessages.packed] : []),
      ...(names.some((name) => signature.test(name)) ? [mailMessages.signedAttachment] : []),
    ],
  };
}

/** Converts a header to one trimmed line. Returns undefined if it is empty. */
export const headerText = (value: string | undefined): string | undefined =>
  withoutMarkers(value ?? '')
    .replace(/[\s\0]+/g, ' ')
    .trim() || undefined;

export const filledHeaders = (
  headers: Readonly<Record<string, string | undefined>>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => {
      const line = headerText(value);
      return line === undefined ? [] : [[name, line]];
    }),
  );

/** Returns `Name <address>`, or only the name or address that exists. */
export const mailbox = (name: string | undefined, address: string | undefined): string =>
  [name, address && name && name !== address ? `<${address}>` : name ? '' : address]
    .filter(Boolean)
    .join(' ');

export const messageLines = (text: string): string[] =>
  withoutMarkers(text)
    .trimEnd()
    .split(/\r\n|\r|\n/);
