import { codePageOfLocale, encodingOfPage, knownEncoding } from '../../code-pages.ts';
import type { InsideFile } from '../../format.ts';
import { mailMessages } from '../../notes/messages.ts';
import { decode } from '../texts/charset.ts';
import { readHtml } from '../texts/html.ts';
import { chooseBody } from './bodies.ts';
import { filledHeaders, headerText, mailbox } from './message.ts';
import type { OutlookProperties } from './outlook-properties.ts';
import { inflateRtf } from './outlook-rtf.ts';

/** Property numbers (MS-OXPROPS). */
export const ids = {
  ...{ subject: 0x0037, headers: 0x007d, senderName: 0x0c1a, senderAddress: 0x0c1f, senderSmtp: 0x5d01 },
  ...{ sent: 0x0039, received: 0x0e06, to: 0x0e04, cc: 0x0e03, bcc: 0x0e02 },
  ...{ body: 0x1000, html: 0x1013, rtf: 0x1009, codePage: 0x3ffd, pageCodePage: 0x3fde },
  ...{ locale: 0x3ff1, name: 0x3001, address: 0x3003, smtp: 0x39fe, recipientType: 0x0c15 },
  ...{ data: 0x3701, longName: 0x3707, shortName: 0x3704, messageClass: 0x001a },
};

/**
 * Code pages of UTF-8 and ASCII. Messages declare them as internet code page although their non-Unicode strings use
 * another one, so the locale has priority over them.
 */
const widePages = new Set([65001, 20127]);

/**
 * Returns the charset of the non-Unicode strings of a message (MS-OXCMSG 2.2.1.3, MS-OXPROPS). Tries the code page, the
 * internet code page unless it is UTF-8 or ASCII, the locale, and then any internet code page. Returns undefined if the
 * message declares none of these.
 */
export function charsetOf(properties: Pick<OutlookProperties, 'number'>): string | undefined {
  const [own, internet, locale] = [ids.codePage, ids.pageCodePage, ids.locale].map(properties.number);
  const page = own ?? (internet !== undefined && !widePages.has(internet) ? internet : undefined);
  if (page !== undefined) return knownEncoding(page);
  if (locale !== undefined) return encodingOfPage(codePageOfLocale(locale));
  return internet === undefined ? undefined : knownEncoding(internet);
}

/**
 * Returns the headers.
 * @param named recipients by header, from the recipient entries; an empty string if there are none
 */
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

/** Returns the first e-mail address. Addresses without `@` are directory names, which are useless elsewhere. */
export const addressOf = (properties: OutlookProperties, ...numbers: readonly number[]) =>
  numbers.map((id) => headerText(properties.text(id))).find((address) => address?.includes('@'));

/** Returns the sent date with zone from the transport headers, otherwise the saved UTC date. */
function dateOf(properties: OutlookProperties): string | undefined {
  const sent = /^Date:[ \t]*([^\r\n]+)/im.exec(properties.text(ids.headers) ?? '')?.[1];
  return sent ?? properties.time(ids.sent) ?? properties.time(ids.received);
}

/** Returns the text of the message. If the text exists only as RTF, `formatted` contains it as a file. */
export function messageBody(properties: OutlookProperties, plain = '') {
  const page = pageOf(properties);
  const formatted = plain.trim() === '' && page.length === 0 ? rtfOf(properties) : [];
  const { body, inside, notes } = chooseBody(plain, page);
  return {
    body,
    formatted,
    inside,
    notes: formatted.length > 0 ? [...notes, mailMessages.textInside] : notes,
  };
}

function pageOf(properties: OutlookProperties): readonly string[] {
  const bytes = properties.bytes(ids.html);
  const html = bytes
    ? decode(bytes, knownEncoding(properties.number(ids.pageCodePage) ?? 0))?.text
    : properties.text(ids.html);
  return html === undefined ? [] : readHtml(html).lines;
}

function rtfOf(properties: OutlookProperties): InsideFile[] {
  const packed = properties.bytes(ids.rtf);
  return packed ? [{ name: 'message.rtf', open: () => inflateRtf(packed) }] : [];
}
