import { createHash } from 'node:crypto';
import { configuredBy, type ListedDocument, listedBy, listedIn, listingScripts } from './listed-documents.ts';
import { isPublic, readReferenceDocument } from './read-document.ts';
import type { ReferenceOperation, ServiceReference } from './structure.ts';

/** Reads the document at a path with query. Returns undefined if it is missing or forbidden. */
export type GetText = (path: string) => Promise<string | undefined>;

/** Maximum number of requests for reading the API reference. Further documents are ignored. */
const maxRequests = 40;

/** Usual paths of documents that no page lists. */
const usualPlaces = [
  'v3/api-docs',
  ...[1, 2, 3, 4].map((version) => `swagger/v${version}/swagger.json`),
  'openapi/v1.json',
  'swagger/docs/v1',
  'swagger/v1/swagger.yaml',
];

/**
 * Reads the API reference: the public OpenAPI documents that the service publishes in the formats of known generators.
 * Reads only from the service's origin. Never rejects. If a document is listed as YAML, its JSON version is read,
 * because generators publish both.
 * @param base the service's base URL
 */
export async function readReference(
  base: URL,
  getText: GetText,
): Promise<ServiceReference | 'no reference' | 'YAML alone'> {
  const root = new URL(base.pathname.endsWith('/') ? base.pathname : `${base.pathname}/`, base.origin);
  let requests = 0;
  let isYaml = false;
  const get = async (url: URL): Promise<string | undefined> => {
    requests += 1;
    if (requests > maxRequests || url.origin !== root.origin) return undefined;
    const text = await getText(url.pathname + url.search).catch(() => undefined);
    isYaml ||= text !== undefined && yamlBeginning.test(text);
    return text;
  };
  for (const find of [fromScript, fromPage, fromList, fromConfiguration, fromUsualPlaces]) {
    const documents = await find(root, get);
    const reference = await readAll(documents, get);
    if (reference !== undefined) return reference;
  }
  return isYaml ? 'YAML alone' : 'no reference';
}

const yamlBeginning = /^[\s\uFEFF]{0,20}(?:---\s{1,4})?['"]?(?:openapi|swagger)['"]?\s{0,4}:/;

type Get = (url: URL) => Promise<string | undefined>;
interface Found {
  readonly name: string;
  readonly url: URL;
}
type Find = (root: URL, get: Get) => Promise<readonly Found[]>;

const fromScript: Find = async (root, get) => {
  const at = new URL('swagger/index.js', root);
  return located(listedIn((await get(at)) ?? ''), at);
};

const fromPage: Find = async (root, get) => {
  for (const place of ['swagger/index.html', 'swagger/ui/index', 'swagger-ui/index.html']) {
    const at = new URL(place, root);
    const page = (await get(at)) ?? '';
    const inline = located(listedIn(page), at);
    if (inline.length > 0) return inline;
    for (const script of listingScripts(page)) {
      if (!URL.canParse(script, at.href)) continue;
      const listed = located(listedIn((await get(new URL(script, at))) ?? ''), at);
      if (listed.length > 0) return listed;
    }
  }
  return [];
};

const fromList: Find = async (root, get) => {
  const at = new URL('swagger/documentUrls', root);
  return located(listedBy((await get(at)) ?? ''), new URL('swagger/index.html', root));
};

const fromConfiguration: Find = async (root, get) => {
  const at = new URL('v3/api-docs/swagger-config', root);
  return located(configuredBy((await get(at)) ?? ''), at);
};

const fromUsualPlaces: Find = async (root) =>
  usualPlaces.map((place) => ({ name: '', url: new URL(place, root) }));

/** Resolves listed addresses. Omits documents at other origins and documents of internal APIs. */
const located = (listed: readonly ListedDocument[], page: URL): readonly Found[] =>
  listed.flatMap(({ name, url }) => {
    if (!URL.canParse(url, page.href)) return [];
    const found = { name, url: new URL(url, page) };
    return found.url.origin === page.origin && !isInternal(found) ? [found] : [];
  });

/**
 * Checks for an internal API, by name or path. Versions 40 to 99 also count as internal, because the public API has few
 * versions.
 */
const isInternal = ({ name, url }: Found) =>
  [name, url.pathname].some((text) => /internal/i.test(text) || /(^|\/)v[4-9]\d(\/|$)/i.test(text));

/** Returns the address of the JSON version. Generators publish JSON and YAML and may list either. */
const asJson = (url: URL): URL => new URL(url.href.replace(/\.ya?ml(?=$|[?#])/i, '.json'));

async function readAll(documents: readonly Found[], get: Get): Promise<ServiceReference | undefined> {
  const operations = new Map<string, ReferenceOperation>();
  const hashes: Record<string, string> = {};
  for (const { name, url } of documents) {
    const json = asJson(url);
    const text = (await get(json)) ?? (json.href === url.href ? '' : ((await get(url)) ?? ''));
    const document = text === '' ? undefined : parse(text);
    if (isPublic(document) === false) continue;
    const read = readReferenceDocument(document);
    if (read.length === 0) continue;
    // A document whose name is not a version gets a number, because names from the service are untrusted text.
    const plain = /^v\d{1,3}$/i.test(name) ? name : `document${Object.keys(hashes).length + 1}`;
    hashes[plain] = createHash('sha256').update(text).digest('hex');
    for (const operation of read)
      if (!operations.has(`${operation.method} ${operation.path}`))
        operations.set(`${operation.method} ${operation.path}`, operation);
  }
  if (operations.size === 0) return undefined;
  return { operations: [...operations.values()], documents: hashes };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}
