import { type CompoundFolder, isCompoundFile, readCompoundFile } from '../../compound-file.ts';
import type { Format, InsideFile } from '../../format.ts';
import { decode } from '../texts/charset.ts';
import { readHtml } from '../texts/html.ts';
import { chooseBody, filledHeaders, headerText, type Message, mailbox, messageContent } from './message.ts';
import { type OutlookProperties, outlookProperties } from './outlook-properties.ts';
import { inflateRtf } from './outlook-rtf.ts';
import { writeMessage } from './written-message.ts';

const propertyList = '__properties_version1.0';
/** Names as the directory of a compound file has them: every message has the one, Word documents the other. */
const messageMark = Buffer.from(propertyList, 'utf16le');
const wordMark = Buffer.from('WordDocument', 'utf16le');

/** Properties by number, as MS-OXPROPS calls them. */
const ids = {
  ...{ subject: 0x0037, headers: 0x007d, senderName: 0x0c1a, senderAddress: 0x0c1f, senderSmtp: 0x5d01 },
  ...{ sent: 0x0039, received: 0x0e06, to: 0x0e04, cc: 0x0e03, bcc: 0x0e02 },
  ...{ body: 0x1000, html: 0x1013, rtf: 0x1009, codePage: 0x3ffd, pageCodePage: 0x3fde },
  ...{ name: 0x3001, address: 0x3003, smtp: 0x39fe, recipientType: 0x0c15 },
  ...{ data: 0x3701, longName: 0x3707, shortName: 0x3704, messageClass: 0x001a },
};

/** A message as Outlook keeps it in a file. */
export const msg: Format = {
  is(bytes) {
    const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    return isCompoundFile(bytes) && content.includes(messageMark) && !content.includes(wordMark);
  },
  read: (request) => messageContent(request, readMessage(readCompoundFile(request.bytes), 32)),
};

function readMessage(folder: CompoundFolder, head: number): Message {
  const charset = charsetOf(outlookProperties(folder, head, undefined).number(ids.codePage));
  const properties = outlookProperties(folder, head, charset);
  const page = pageOf(properties);
  const plain = properties.text(ids.body) ?? '';
  const rtf = plain.trim() === '' && page.length === 0 ? rtfOf(properties) : [];
  const isSigned = /SMIME/i.test(properties.text(ids.messageClass) ?? '');
  return {
    headers: headersOf(folder, properties, charset),
    body: chooseBody(plain, page),
    inside: [...rtf, ...attachmentsOf(folder, charset)],
    notes: [
      ...(rtf.length > 0 ? ['The text of the message is a file of its own: the first of those inside.'] : []),
      ...(isSigned ? ['The message is signed or encrypted electronically: no signature was checked.'] : []),
    ],
  };
}

const charsetOf = (codePage: number | undefined) =>
  codePage === undefined
    ? undefined
    : ({ 65001: 'utf-8', 20866: 'koi8-r', 866: 'ibm866' }[codePage] ?? `windows-${codePage}`);

function headersOf(folder: CompoundFolder, properties: OutlookProperties, charset: string | undefined) {
  const recipients = foldersOf(folder, '__recip_version1.0_').map((one) =>
    outlookProperties(one, 8, charset),
  );
  // By the numbers of their kinds: 1 To, 2 Cc, 3 Bcc.
  const named = (type: number) =>
    recipients
      .filter((one) => (one.number(ids.recipientType) ?? 1) % 16 === type)
      .map((one) => mailbox(headerText(one.text(ids.name)), addressOf(one, ids.smtp, ids.address)))
      .join(', ');
  return filledHeaders({
    From: mailbox(
      headerText(properties.text(ids.senderName)),
      addressOf(properties, ids.senderSmtp, ids.senderAddress),
    ),
    To: named(1) || properties.text(ids.to),
    Cc: named(2) || properties.text(ids.cc),
    Bcc: named(3) || properties.text(ids.bcc),
    Date: dateOf(properties),
    Subject: properties.text(ids.subject),
  });
}

/** Within a firm addresses are names of a directory, which tell nobody anything. */
const addressOf = (properties: OutlookProperties, ...numbers: readonly number[]) =>
  numbers.map((id) => headerText(properties.text(id))).find((address) => address?.includes('@'));

/** As it was sent, with its zone, where the headers of the way are kept; else as Outlook noted it. */
function dateOf(properties: OutlookProperties): string | undefined {
  const sent = /^Date:[ \t]*([^\r\n]+)/im.exec(properties.text(ids.headers) ?? '')?.[1];
  return sent ?? properties.time(ids.sent) ?? properties.time(ids.received);
}

function pageOf(properties: OutlookProperties): readonly string[] {
  const bytes = properties.bytes(ids.html);
  const html = bytes
    ? decode(bytes, charsetOf(properties.number(ids.pageCodePage)))?.text
    : properties.text(ids.html);
  return html === undefined ? [] : readHtml(html).lines;
}

function rtfOf(properties: OutlookProperties): InsideFile[] {
  const packed = properties.bytes(ids.rtf);
  return packed ? [{ name: 'message.rtf', open: () => inflateRtf(packed) }] : [];
}

const foldersOf = ({ folders }: CompoundFolder, prefix: string) =>
  [...folders]
    .filter(([name]) => name.startsWith(prefix))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, folder]) => folder);

function attachmentsOf(folder: CompoundFolder, charset: string | undefined): InsideFile[] {
  return foldersOf(folder, '__attach_version1.0_').flatMap((one, index): InsideFile[] => {
    const properties = outlookProperties(one, 8, charset);
    const name = headerText(
      properties.text(ids.longName) ?? properties.text(ids.shortName) ?? properties.text(ids.name),
    );
    const embedded = one.folders.get('__substg1.0_3701000D');
    if (embedded?.files.has(propertyList)) {
      const message = () => readMessage(embedded, 24);
      return [{ name: `${name ?? 'message'}.eml`, open: () => writeMessage(message()) }];
    }
    const content = properties.bytes(ids.data);
    return content
      ? [{ name: name ?? `attachment ${index + 1}.bin`, size: content.length, open: () => content }]
      : [];
  });
}
