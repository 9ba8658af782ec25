import { InvalidArgumentsError } from '../api/errors.ts';
import type { Arguments } from '../api/request.ts';
import { moreArgument } from '../contract/fields.ts';
import type { Operation } from '../contract/operation.ts';
import { cleanText } from './clean.ts';
import { faultOfLink } from './link.ts';

/**
 * Checks what an operation would show to people: its markup against a short list of tags, its links for where they
 * lead. Nothing is repaired: what a human agrees to is what is sent.
 * @returns the links that people will be offered, each once
 * @throws InvalidArgumentsError with the argument, the reason and the tag
 */
export async function checkOutgoing(operation: Operation, args: Arguments): Promise<readonly string[]> {
  const { html, links } = operation;
  if (html === undefined && links === undefined) return [];
  const found = new Set<string>();
  for (const [place, link] of (links ?? []).flatMap((path) => textsAt(args, path.split('.'), path))) {
    refuse(place, faultOfLink(link));
    found.add(link);
  }
  const texts = (html ?? []).flatMap((path) => textsAt(args, path.split('.'), path));
  // An open field can be the markup, or a link, under another name.
  for (const [place, text] of textsIn(args[moreArgument], moreArgument)) {
    if (/(?:link|href|url)$/i.test(place)) refuse(place, faultOfLink(text));
    texts.push([place, text]);
  }
  for (const [place, text] of texts) for (const link of await linksIn(place, text)) found.add(link);
  return [...found];
}

const maxLength = 10_000;

async function linksIn(place: string, text: string): Promise<readonly string[]> {
  if (text.length > maxLength) refuse(place, `longer than ${maxLength} characters`);
  if (cleanText(text) !== text) refuse(place, 'invisible or control characters');
  // Most texts are plain, and need no parser.
  if (!/[<>&]/.test(text)) return [];
  const { readMarkup } = await import('./markup.ts');
  const { fault, links } = readMarkup(text);
  refuse(place, fault);
  return links;
}

function refuse(place: string, fault: string | undefined): void {
  if (fault !== undefined) throw new InvalidArgumentsError(`Nothing was sent. ${place}: ${fault}.`);
}

type Found = [place: string, text: string];

/** The texts at a path of names; a list on the way stands for each of its items. */
function textsAt(value: unknown, names: readonly string[], place: string): Found[] {
  if (Array.isArray(value)) return value.flatMap((item) => textsAt(item, names, place));
  const [name, ...rest] = names;
  if (name === undefined) return typeof value === 'string' ? [[place, value]] : [];
  return textsAt((value as Record<string, unknown> | undefined)?.[name], rest, place);
}

/** Every text within a value. */
function textsIn(value: unknown, place: string): Found[] {
  if (typeof value === 'string') return [[place, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => textsIn(item, `${place}.${name}`));
}
