import { withoutMarkers } from '../../../contract/features/document-marks.ts';
import type { Worded } from '../../../contract/language.ts';
import { worded } from '../../../contract/worded.ts';
import type { FormatContent, FormatRequest, InsideFile } from '../../format.ts';
import { mailMessages } from '../../notes/messages.ts';
import { createParts } from '../../parts.ts';

/** What a message says, whatever program kept it. */
export interface Message {
  /** From, To, Cc, Date, Subject: those that it has, in this order. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: readonly string[];
  readonly inside: readonly InsideFile[];
  readonly notes: readonly Worded[];
}

/** Attachments of Outlook’s that hold others. */
const packed = /^winmail.*\.dat$/i;
/** Files that sign others, or hold what they sign. */
const signature = /\.(?:p7s|p7m|sig|sgn)$/i;

/** The headers as the first lines, then the words with the history that they quote. */
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

/** The text of a header in one line, without spaces at its ends; nothing for an empty one. */
export const headerText = (value: string | undefined): string | undefined =>
  withoutMarkers(value ?? '')
    .replace(/[\s\0]+/g, ' ')
    .trim() || undefined;

/** Those of the headers that say something. */
export const filledHeaders = (
  headers: Readonly<Record<string, string | undefined>>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => {
      const line = headerText(value);
      return line === undefined ? [] : [[name, line]];
    }),
  );

/** `Name <address>`, or what there is of it. */
export const mailbox = (name: string | undefined, address: string | undefined): string =>
  [name, address && name && name !== address ? `<${address}>` : name ? '' : address]
    .filter(Boolean)
    .join(' ');

/** Lines of a text, whatever ends them. */
export const messageLines = (text: string): string[] =>
  withoutMarkers(text)
    .trimEnd()
    .split(/\r\n|\r|\n/);
