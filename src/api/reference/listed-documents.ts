import { isNode, ownMember } from './resolve.ts';

export interface ListedDocument {
  readonly name: string;
  /** Address, possibly relative to the page. */
  readonly url: string;
}

const maxListed = 40;

/**
 * Returns the documents that a script or page lists, in the formats of known generators. The formats are a
 * configuration object, quoted or unquoted (`configObject`, `JSConfig`), a call of `SwaggerUIBundle` with one or
 * several documents, and attributes of other viewers.
 */
export function listedIn(text: string): readonly ListedDocument[] {
  const config = configIn(text);
  if (config !== undefined) return fromConfig(config);
  const call = /SwaggerUIBundle\(\s*\{/.exec(text);
  if (call === null) return fromAttributes(text);
  const rest = text.slice(call.index, call.index + 20_000);
  const urls = /["']?urls["']?\s*:\s*(\[)/.exec(rest);
  const listed = urls && fromList(parsed(literalAt(rest, urls.index + urls[0].length - 1)));
  if (listed && listed.length > 0) return listed;
  const url = urlMember.exec(rest);
  return url === null ? fromObjects(text) : named([{ name: '', url: stringIn(url) }]);
}

const urlMember = /(?<![\w.])["']?url["']?\s*:\s*(?:"([^"\n]{1,500})"|'([^'\n]{1,500})')/;
const nameMember = /(?<![\w.])["']?name["']?\s*:\s*(?:"([^"\n]{1,500})"|'([^'\n]{1,500})')/;
const stringIn = ([, double, single]: RegExpExecArray) => double ?? single ?? '';

/** Returns the documents in a list that a script builds with calls such as `urls.push({ name: '…', url: '…' })`. */
function fromObjects(text: string): readonly ListedDocument[] {
  return named(
    [...text.slice(0, maxPage).matchAll(/\{[^{}]{1,1500}\}/g)].flatMap(([object]) => {
      const url = urlMember.exec(object);
      if (url === null) return [];
      const name = nameMember.exec(object);
      return [{ name: name === null ? '' : stringIn(name), url: stringIn(url) }];
    }),
  );
}

/** Returns the documents in the attributes of Redoc, RapiDoc (`spec-url`) and Scalar (`data-url`). */
const fromAttributes = (text: string): readonly ListedDocument[] =>
  named(
    [
      ...text.slice(0, maxPage).matchAll(/\s(?:spec-url|data-url)=(?:"([^"\n]{1,500})"|'([^'\n]{1,500})')/g),
    ].map((found) => ({ name: '', url: stringIn(found) })),
  );

/** Maximum length of the searched part of a page, in characters. */
const maxPage = 200_000;

/** Returns the documents in the JSON list at `documentUrls`. */
export const listedBy = (text: string): readonly ListedDocument[] => fromList(parsed(text));

/** Returns the documents in the JSON configuration at `swagger-config`. */
export const configuredBy = (text: string): readonly ListedDocument[] => fromConfig(parsed(text));

/** Returns the addresses of up to four scripts that may list the documents of a page, relative to the page. */
export const listingScripts = (page: string): readonly string[] =>
  [...page.slice(0, maxPage).matchAll(/<script[^>]{0,500}?\ssrc=["']?([^"'\s>]{1,300})/gi)]
    .map(([, source = '']) => source)
    .filter((source) => /(^|\/)(index|swagger-initializer|swagger-ui-init)\.js(\?|$)/.test(source))
    .slice(0, 4);

/** Returns the configuration that a script assigns as an object or as a JSON string. */
function configIn(text: string): unknown {
  const begin = /\b(?:configObject|JSConfig)\s*=\s*(JSON\.parse\(\s*)?(['"{])/.exec(text);
  if (begin === null) return undefined;
  const at = begin.index + begin[0].length - 1;
  if (begin[2] === '{') return parsed(literalAt(text, at));
  const quoted = literalAt(text, at)?.slice(1, -1);
  // Most serializers escape quotes as in JSON. Others escape them as in JavaScript.
  return parsed(quoted) ?? parsed(quoted?.replace(/\\(['"\\])/g, '$1'));
}

/** Returns the literal that begins at an index: a string, list or object. */
function literalAt(text: string, at: number): string | undefined {
  const first = text.charAt(at);
  const isQuote = first === '"' || first === "'";
  let depth = 0;
  let quote = '';
  for (let index = at; index < text.length; index += 1) {
    const char = text.charAt(index);
    if (char === '\\') index += 1;
    else if (quote !== '') {
      if (char !== quote) continue;
      quote = '';
      if (isQuote) return text.slice(at, index + 1);
    } else if (char === '"' || char === "'") quote = char;
    else if (char === '{' || char === '[') depth += 1;
    else if (char === '}' || char === ']') {
      depth -= 1;
      if (depth === 0) return text.slice(at, index + 1);
    }
  }
  return undefined;
}

function parsed(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function fromConfig(config: unknown): readonly ListedDocument[] {
  if (!isNode(config)) return [];
  const url = ownMember(config, 'url');
  const lists = ['urls', 'SwaggerEndpoints'].flatMap((name) => fromList(ownMember(config, name)));
  return lists.length > 0 || typeof url !== 'string' ? lists : named([{ name: '', url }]);
}

function fromList(list: unknown): readonly ListedDocument[] {
  if (!Array.isArray(list)) return [];
  return named(
    list.flatMap((item) => {
      if (!isNode(item)) return [];
      const url = ownMember(item, 'url') ?? ownMember(item, 'Url');
      const name = ownMember(item, 'name') ?? ownMember(item, 'Description');
      return typeof url === 'string' ? [{ name: typeof name === 'string' ? name : '', url }] : [];
    }),
  );
}

const named = (all: readonly ListedDocument[]) =>
  all.filter(({ url }) => url !== '' && url.length <= 500).slice(0, maxListed);
