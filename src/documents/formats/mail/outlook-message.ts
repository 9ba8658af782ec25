import type { InsideFile } from '../../format.ts';
import { mailMessages } from '../../notes/messages.ts';
import { decode } from '../texts/charset.ts';
import { readHtml } from '../texts/html.ts';
import { chooseBody, filledHeaders, headerText, mailbox } from './message.ts';
import type { OutlookProperties } from './outlook-properties.ts';
import { inflateRtf } from './outlook-rtf.ts';

/** Properties by number, as MS-OXPROPS calls them. */
export const ids = {
  ...{ subject: 0x0037, headers: 0x007d, senderName: 0x0c1a, senderAddress: 0x0c1f, senderSmtp: 0x5d01 },
  ...{ sent: 0x0039, received: 0x0e06, to: 0x0e04, cc: 0x0e03, bcc: 0x0e02 },
  ...{ body: 0x1000, html: 0x1013, rtf: 0x1009, codePage: 0x3ffd, pageCodePage: 0x3fde },
  ...{ name: 0x3001, address: 0x3003, smtp: 0x39fe, recipientType: 0x0c15 },
  ...{ data: 0x3701, longName: 0x3707, shortName: 0x3704, messageClass: 0x001a },
};

/** By the number of a code page of Windows. */
export const charsetOf = (codePage: number | undefined) =>
  codePage === undefined
    ? undefined
    : ({ 65001: 'utf-8', 20866: 'koi8-r', 866: 'ibm866' }[codePage] ?? `windows-${codePage}`);

/** @param named whom it is to, where the recipients are kept one by one */
export const messageHeaders = (
  properties: OutlookProperties,
  named: Readonly<Record<'To' | 'Cc' | 'Bcc', string>>,
  subject = properties.text(ids.subject),
) =>
  filledHeaders({
    From: mailbox(
      headerText(properties.text(ids.senderName)),
      addressOf(properties, ids.senderSmtp, ids.senderAddress),
    ),
    To: named.To || properties.text(ids.to),
    Cc: named.Cc || properties.text(ids.cc),
    Bcc: named.Bcc || properties.text(ids.bcc),
    Date: dateOf(properties),
    Subject: subject,
  });

/** Within a firm addresses are names of a directory, which tell nobody anything. */
export const addressOf = (properties: OutlookProperties, ...numbers: readonly number[]) =>
  numbers.map((id) => headerText(properties.text(id))).find((address) => address?.includes('@'));

/** As it was sent, with its zone, where the headers of the way are kept; else as Outlook noted it. */
function dateOf(properties: OutlookProperties): string | undefined {
  const sent = /^Date:[ \t]*([^\r\n]+)/im.exec(properties.text(ids.headers) ?? '')?.[1];
  return sent ?? properties.time(ids.sent) ?? properties.time(ids.received);
}

/** What the message says; where that is formatted in a way of its own, as a file. */
export function messageBody(properties: OutlookProperties, plain = '') {
  const page = pageOf(properties);
  const inside = plain.trim() === '' && page.length === 0 ? rtfOf(properties) : [];
  return {
    body: chooseBody(plain, page),
    inside,
    notes: inside.length > 0 ? [mailMessages.textInside] : [],
  };
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
