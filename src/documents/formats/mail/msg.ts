import { worded } from '../../../contract/worded.ts';
import { type CompoundFolder, compoundRoot, readCompoundFile } from '../../containers/compound-file.ts';
import type { Format, InsideFile } from '../../format.ts';
import { mailMessages } from '../../notes/messages.ts';
import { decode } from '../texts/charset.ts';
import { headerText, type Message, mailbox, messageContent } from './message.ts';
import { addressOf, charsetOf, ids, messageBody, messageHeaders } from './outlook-message.ts';
import { type OutlookProperties, outlookProperties } from './outlook-properties.ts';
import { writeMessage } from './written-message.ts';

const propertyList = '__properties_version1.0';
export const msg: Format = {
  is: (bytes) => compoundRoot(bytes)?.files.has(propertyList) === true,
  read: (request) => messageContent(request, readMessage(readCompoundFile(request.bytes), 32)),
};

function readMessage(folder: CompoundFolder, head: number): Message {
  const named = charsetOf(outlookProperties(folder, head, undefined));
  // Detect the charset from all strings together, because a short string such as the subject is not enough.
  const sample = decode(oldTexts(folder), named);
  const charset = sample?.charset ?? named;
  const properties = outlookProperties(folder, head, charset);
  const { body, formatted, inside, notes } = messageBody(properties, properties.text(ids.body));
  const isSigned = /SMIME/i.test(properties.text(ids.messageClass) ?? '');
  return {
    headers: headersOf(folder, properties, charset),
    body,
    inside: [...formatted, ...attachmentsOf(folder, charset), ...inside],
    notes: [
      ...notes,
      ...(named === undefined && sample !== undefined && sample.charset !== 'utf-8'
        ? [worded(mailMessages.unnamedCharset, { charset: sample.charset })]
        : []),
      ...(isSigned ? [mailMessages.signedOrEncrypted] : []),
    ],
  };
}

/** Joins all non-Unicode strings (type 001E) that contain non-ASCII bytes, including those of the recipients. */
function oldTexts({ files, folders }: CompoundFolder): Uint8Array {
  const own = [...files]
    .filter(([name]) => /^__substg1\.0_[\dA-F]{4}001E$/i.test(name))
    .map(([, open]) => open())
    .filter((text) => text.some((byte) => byte >= 0x80));
  const recipients = [...folders]
    .filter(([name]) => name.startsWith('__recip'))
    .map(([, one]) => oldTexts(one));
  return Buffer.concat([...own, ...recipients].flatMap((text) => (text.length > 0 ? [text, lineEnd] : [])));
}

const lineEnd = Buffer.from('\n');

function headersOf(folder: CompoundFolder, properties: OutlookProperties, charset: string | undefined) {
  const recipients = foldersOf(folder, '__recip_version1.0_').map((one) =>
    outlookProperties(one, 8, charset),
  );
  // Recipient types: 1 To, 2 Cc, 3 Bcc.
  const named = (type: number) =>
    recipients
      .filter((one) => (one.number(ids.recipientType) ?? 1) % 16 === type)
      .map((one) => mailbox(headerText(one.text(ids.name)), addressOf(one, ids.smtp, ids.address)))
      .join(', ');
  return messageHeaders(properties, {
    To: named(1),
    Cc: named(2),
    Bcc: named(3),
  });
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
