import { InvalidArgumentsError } from '../contract/errors.ts';

export const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
export const wordNamespace = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
export const relationsNamespace = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Escapes text for an element or an attribute. */
export const escapeXml = (text: string): string =>
  text.replace(
    /[&<>"]/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign,
  );

/** Replaces numeric and predefined entities with their characters. */
export const unescapeXml = (xml: string): string =>
  xml.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/giu, (all, decimal, hex, name) => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : undefined;
    if (code !== undefined) return code <= 0x10ffff ? String.fromCodePoint(code) : all;
    return { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }[String(name).toLowerCase()] ?? all;
  });

/** Lone surrogates and control characters. XML forbids some of them, and none is visible. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are looked for
const invalidCharacters = /[\p{Cs}\u0000-\u0008\u000b\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufffe\uffff]/u;

/** Checks the characters of an argument. @throws InvalidArgumentsError if documents cannot contain one of them */
export function checkCharacters(argument: string, text: string): void {
  const found = invalidCharacters.exec(text);
  if (found === null) return;
  const code = found[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  const line = text.slice(0, found.index).split('\n').length;
  throw new InvalidArgumentsError(
    `${argument}, line ${line}: U+${code} is not allowed in a document. Remove it from the text. Nothing was filed.`,
  );
}
