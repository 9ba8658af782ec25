import { type Format, type FormatRequest, type InsideFile, UnreadableError } from '../../format.ts';
import { viewOf } from '../../view-of.ts';
import { decode } from '../texts/charset.ts';
import { type Message, messageContent } from './message.ts';
import { charsetOf, ids, messageBody, messageHeaders } from './outlook-message.ts';
import { momentOf, type OutlookProperties } from './outlook-properties.ts';

const mark = [0x78, 0x9f, 0x3e, 0x22];

/** `winmail.dat`, a file in which Outlook packs a formatted message and its attachments (MS-OXTNEF). */
export const tnef: Format = {
  is: (bytes) => mark.every((byte, index) => bytes[index] === byte),
  read: (request) => messageContent(request, readMessage(request)),
};

/** Attributes by type and number (MS-OXTNEF 2.1.3.2). */
const attributes = {
  ...{ subject: 0x00018004, body: 0x0002800c, message: 0x00069003, codePage: 0x00069007 },
  ...{ begin: 0x00069002, title: 0x00018010, data: 0x0006800f, attachment: 0x00069005 },
};

interface Attached {
  title?: Uint8Array;
  data?: Uint8Array;
  properties?: Uint8Array;
}

function readMessage({ bytes, limits }: FormatRequest): Message {
  const own = new Map<number, Uint8Array>();
  const attached: Attached[] = [];
  for (const { id, content } of attributesIn(bytes)) {
    const last = attached.at(-1);
    if (id === attributes.begin && attached.length <= limits.archiveEntries) attached.push({});
    else if (id === attributes.title && last) last.title = content;
    else if (id === attributes.data && last) last.data = content;
    else if (id === attributes.attachment && last) last.properties = content;
    else own.set(id, content);
  }
  const page = own.get(attributes.codePage);
  const stated = page && page.length >= 4 ? viewOf(page).getUint32(0, true) : undefined;
  const unread = propertiesIn(own.get(attributes.message), undefined);
  const charset = charsetOf({
    number: (id) => (id === ids.codePage ? stated : undefined) ?? unread.number(id),
  });
  const old = (content: Uint8Array | undefined) => content && textIn(content, charset);
  const properties = propertiesIn(own.get(attributes.message), charset);
  const plain = properties.text(ids.body) ?? old(own.get(attributes.body));
  const subject = properties.text(ids.subject) ?? old(own.get(attributes.subject));
  const { body, formatted, inside, notes } = messageBody(properties, plain);
  return {
    headers: messageHeaders(properties, { To: '', Cc: '', Bcc: '' }, subject),
    body,
    inside: [...formatted, ...attached.flatMap((one, index) => fileOf(one, index + 1, charset)), ...inside],
    notes,
  };
}

function fileOf({ title, data, properties: list }: Attached, number: number, charset: string | undefined) {
  const properties = propertiesIn(list, charset);
  const name = properties.text(ids.longName) ?? (title && textIn(title, charset)) ?? '';
  const content = withoutInterface(properties.bytes(ids.data) ?? new Uint8Array(), data);
  if (content.length === 0) return [];
  const isMessage = tnef.is(content, '');
  const file: InsideFile = {
    name: `${name.trim() || `attachment ${number}`}${isMessage ? '.dat' : ''}`,
    size: content.length,
    open: () => content,
  };
  return [file];
}

/**
 * Removes the 16-byte interface identifier from an embedded message. If the object is not a message, returns `data`, or
 * the object itself if `data` is undefined.
 */
function withoutInterface(object: Uint8Array, data: Uint8Array | undefined): Uint8Array {
  const inner = object.subarray(16);
  if (tnef.is(inner, '')) return inner;
  return data ?? object;
}

/**
 * Decodes a string up to its terminating zero byte. Unsuitable for charsets such as UTF-16, in which other characters
 * also contain zero bytes.
 */
function textIn(bytes: Uint8Array, charset: string | undefined): string {
  const end = bytes.indexOf(0);
  return decode(end === -1 ? bytes : bytes.subarray(0, end), charset)?.text ?? '';
}
const cutOff = () => new UnreadableError('damaged', 'it is cut off, or its parts have wrong lengths');

/** Reads the attributes. Each consists of level, number, length, content and checksum. */
function* attributesIn(bytes: Uint8Array): Generator<{ readonly id: number; readonly content: Uint8Array }> {
  const view = viewOf(bytes);
  for (let at = 6; at + 9 <= bytes.length; ) {
    const [id, length] = [view.getUint32(at + 1, true), view.getUint32(at + 5, true)];
    const content = bytes.subarray(at + 9, at + 9 + length);
    if (content.length < length) throw cutOff();
    yield { id, content };
    at += 9 + length + 2;
  }
}

/** Sizes in bytes of the fixed-size types (MS-OXCDATA 2.11.1), padded to a multiple of four. */
const sizes = new Map(
  Object.entries({ 2: 4, 3: 4, 4: 4, 5: 8, 6: 8, 7: 8, 10: 4, 11: 4, 20: 8, 64: 8, 72: 16 }).map(
    ([type, size]) => [Number(type), size] as const,
  ),
);
const variable = new Set([0x0d, 0x1e, 0x1f, 0x102]);
const several = 0x1000;
const firstNamed = 0x8000;
const filledUp = (length: number) => Math.ceil(length / 4) * 4;

interface Stored {
  readonly type: number;
  readonly content: Uint8Array;
}

/** Reads a list of properties. Stops at the first unknown type, because its size is unknown. */
function propertiesIn(list: Uint8Array | undefined, charset: string | undefined): OutlookProperties {
  const found = list === undefined || list.length < 4 ? new Map<number, Stored>() : storedIn(list);
  const bytes = (id: number, ...types: readonly number[]) => {
    const one = found.get(id);
    return one && types.includes(one.type) ? one.content : undefined;
  };
  return {
    text(id) {
      const wide = bytes(id, 0x1f);
      if (wide) return new TextDecoder('utf-16le').decode(wide).split('\0', 1)[0];
      const old = bytes(id, 0x1e);
      return old && textIn(old, charset);
    },
    bytes: (id) => bytes(id, 0x102, 0x0d),
    number(id) {
      const content = bytes(id, 3);
      return content && viewOf(content).getUint32(0, true);
    },
    time(id) {
      const content = bytes(id, 0x40);
      return content && momentOf(viewOf(content));
    },
  };
}

function storedIn(list: Uint8Array): Map<number, Stored> {
  const found = new Map<number, Stored>();
  const view = viewOf(list);
  let at = 4;
  const number = () => {
    if (at + 4 > list.length) throw cutOff();
    at += 4;
    return view.getUint32(at - 4, true);
  };
  const take = (length: number) => {
    const content = list.subarray(at, at + length);
    if (content.length < length) throw cutOff();
    at += filledUp(length);
    return content;
  };
  for (let left = view.getUint32(0, true); left > 0 && at + 4 <= list.length; left -= 1) {
    const tag = number();
    const [type, id] = [tag & 0xffff, tag >>> 16];
    if (id >= firstNamed) {
      take(16);
      if (number() === 1) take(number());
      else number();
    }
    const [base, size] = [type & ~several, sizes.get(type & ~several)];
    if (size === undefined && !variable.has(base)) break;
    const isOne = (type & several) === 0 && size !== undefined;
    for (let count = isOne ? 1 : number(); count > 0; count -= 1) {
      const content = take(size ?? number());
      if (!found.has(id)) found.set(id, { type, content });
    }
  }
  return found;
}
