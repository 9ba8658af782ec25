import type { Arguments } from '../../api/client/build-request.ts';
import { InvalidArgumentsError } from '../../contract/errors.ts';
import { moreArgument } from '../../contract/operations/field-marks.ts';
import type { Operation } from '../../contract/operations/operation.ts';
import { cleanText } from '../../util/invisible-characters.ts';
import { faultOfLink } from './link.ts';
import type { MarkupChoice } from './markup-choice.ts';
import { textsAt, textsIn } from './text-arguments.ts';

/**
 * Checks the text that an operation would show to people. Markup may contain only the allowed tags, all other text may
 * contain no markup, and links must be valid. Repairs nothing, because the user must confirm exactly the text that is
 * sent.
 * @param markup Default: tags that the service renders as formatting
 * @returns the links, without duplicates
 * @throws InvalidArgumentsError with the argument, the reason and the tag
 */
export async function checkOutbound(
  operation: Operation,
  args: Arguments,
  markup?: MarkupChoice,
): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const [place, link] of (operation.links ?? []).flatMap((path) => textsAt(args, path))) {
    refuse(place, faultOfLink(link));
    found.add(link);
  }
  if (operation.html === undefined) return [...found];
  const { [moreArgument]: more, ...declared } = args;
  for (const path of operation.html)
    for (const text of textsAt(declared, path))
      for (const link of await linksIn(...text, markup)) found.add(link);
  const [addressees] = operation.outboundIf?.path.split('.') ?? [];
  for (const [name, value] of Object.entries(declared)) {
    if (operation.html.includes(name)) continue;
    for (const [place, text] of textsIn(value, name))
      checkPlain(place, name === addressees ? text.replace(mailbox, '') : text);
  }
  // A field in `more` may be the markup or a link under another name, so check it as both. Only the field's name is
  // certainly plain text.
  for (const [place, text] of textsIn(more, moreArgument)) {
    if (/(?:link|href|url)$/i.test(place)) refuse(place, faultOfLink(text));
    for (const link of await linksIn(place, text, markup)) found.add(link);
  }
  return [...found];
}

/** Matches an e-mail address after a name (RFC 5322, 3.4). Its brackets are not a tag. */
const mailbox = /<[\p{L}\p{N}.!#$%*+?^_~-]+@[\p{L}\p{N}.-]+>$/u;

/** Refuses markup in a title or label, because some programs may render it. */
function checkPlain(place: string, text: string): void {
  if (cleanText(text) !== text) refuse(place, 'invisible or control characters');
  if (/<|&(?:#|[a-z]+\d*;)/i.test(text))
    refuse(place, 'markup (< or an entity with &), but only plain text is allowed');
}

const maxLength = 10_000;

async function linksIn(
  place: string,
  text: string,
  markup: MarkupChoice | undefined,
): Promise<readonly string[]> {
  if (text.length > maxLength) refuse(place, `longer than ${maxLength} characters`);
  if (cleanText(text) !== text) refuse(place, 'invisible or control characters');
  // Plain text needs no parser.
  if (!/[<>&]/.test(text)) return [];
  const { readMarkup } = await import('./html.ts');
  const { fault, links } = readMarkup(text, markup);
  refuse(place, fault);
  return links;
}

function refuse(place: string, fault: string | undefined): void {
  if (fault !== undefined) throw new InvalidArgumentsError(`Nothing was sent. ${place}: ${fault}.`);
}
