import { describe, expect, it } from 'vitest';
import { type GetText, readReference } from '../../../src/api/reference/find-documents.ts';
import { listedIn, listingScripts } from '../../../src/api/reference/listed-documents.ts';

const two = [
  { url: 'v1/swagger.json', name: 'v1' },
  { url: 'v2/swagger.json', name: 'v2' },
];
const json = JSON.stringify({ urls: two, note: "it's" });

describe('the list of documents', () => {
  it.each([
    ['in quotes, escaped as JSON', `var configObject = JSON.parse('${json.replaceAll("'", '\\u0027')}');`],
    ['in quotes, escaped as a script', `var configObject = JSON.parse('${json.replaceAll("'", "\\'")}');`],
    ['in quotes of the other kind', `var configObject = JSON.parse(${JSON.stringify(json)});`],
    ['as it is', `var configObject = ${json};\nconfigObject.x = {};`],
    [
      'of the first versions',
      `<script>window.JSConfig = JSON.parse('${JSON.stringify({
        SwaggerEndpoints: two.map(({ url, name }) => ({ Url: url, Description: name })),
      })}');</script>`,
    ],
    ['of the plain page', `window.ui = SwaggerUIBundle({ dom_id: '#ui', urls: ${JSON.stringify(two)} })`],
    [
      'that a script of the page builds',
      `const urls = []; ${two.map(({ name, url }) => `urls.push({name: "${name}", url: "${url}"});`).join('\n')}
       SwaggerUIBundle({ urls: urls, validatorUrl: null, oauth2RedirectUrl: "http://service.test/back" })`,
    ],
  ])('is read %s', (_, text) => {
    expect(listedIn(text)).toEqual(two);
  });

  it('may be one document, of the plain page', () => {
    expect(listedIn(`SwaggerUIBundle({ url: "/docs/v1.json", dom_id: '#ui' })`)).toEqual([
      { name: '', url: '/docs/v1.json' },
    ]);
  });

  it.each(['<redoc spec-url="docs/v1.json">', "<script id='api-reference' data-url='docs/v1.json'>"])(
    'may be an attribute of another viewer: %s',
    (page) => expect(listedIn(page)).toEqual([{ name: '', url: 'docs/v1.json' }]),
  );

  it.each([
    '',
    '<html>Sign in</html>',
    'var configObject = JSON.parse(',
    'configObject = {{{',
    'var configObject = "x',
  ])('is missing in %j', (text) => {
    expect(listedIn(text)).toEqual([]);
  });

  it('may stand in a script that the page names', () => {
    const page =
      '<script src="./other.js"></script><script charset="utf-8" src="./swagger-initializer.js?v=2">';
    expect(listingScripts(page)).toEqual(['./swagger-initializer.js?v=2']);
  });
});

const document = (title: string) =>
  JSON.stringify({
    openapi: '3.0.1',
    info: { title },
    paths: { [`/api/${title.length}`]: { get: {} } },
  });
const files = (all: Readonly<Record<string, string>>) => {
  const asked: string[] = [];
  const get = async (path: string) => {
    asked.push(path);
    return all[path];
  };
  return { get, asked };
};

/**
 * Reads the reference.
 * @throws Error if there is none
 */
async function referenceBy(get: GetText, base = 'http://service.test') {
  const found = await readReference(new URL(base), get);
  if (typeof found === 'string') throw new Error(found);
  return found;
}

describe('the reference', () => {
  it.each([
    ['a script', '/swagger/index.js', `var configObject = ${JSON.stringify({ urls: [two[0]] })}`],
    ['a page', '/swagger/index.html', `var configObject = ${JSON.stringify({ urls: [two[0]] })}`],
    ['a list', '/swagger/documentUrls', JSON.stringify([two[0]])],
    [
      'a page in another place',
      '/swagger-ui/index.html',
      'SwaggerUIBundle({ urls: [{ "url": "/swagger/v1/swagger.json", "name": "v1" }] })',
    ],
    [
      'the configuration of a page',
      '/v3/api-docs/swagger-config',
      JSON.stringify({ configUrl: '/x', urls: [{ name: 'v1', url: '/swagger/v1/swagger.json' }] }),
    ],
  ])('is found by %s', async (_, path, text) => {
    const { get } = files({ [path]: text, '/swagger/v1/swagger.json': document('Public API version 1.0') });
    const found = await referenceBy(get);
    expect(found.operations).toHaveLength(1);
    expect(Object.keys(found.documents)).toEqual(['v1']);
  });

  it.each(['/swagger/v3/swagger.json', '/openapi/v1.json', '/swagger/docs/v1', '/v3/api-docs'])(
    'is found at %s if no page lists it',
    async (path) => {
      const found = await referenceBy(files({ [path]: document('API') }).get);
      expect(found.operations).toHaveLength(1);
    },
  );

  it('lies below the path of the service', async () => {
    const { get, asked } = files({ '/app/swagger/v1/swagger.json': document('API') });
    expect((await referenceBy(get, 'http://service.test/app')).operations).toHaveLength(1);
    expect(asked.every((path) => path.startsWith('/app/'))).toBe(true);
  });

  it('leaves out internal documents, by their titles and by their names', async () => {
    const urls = ['v1', 'v63', 'first'].map((name) => ({ name, url: `${name}/swagger.json` }));
    const { get, asked } = files({
      '/swagger/index.js': `var configObject = ${JSON.stringify({ urls: urls.reverse() })}`,
      '/swagger/v1/swagger.json': document('Public API version 1.0'),
      '/swagger/v63/swagger.json': document('Secret'),
      '/swagger/first/swagger.json': document('Internal API version 63.0 for all'),
    });
    const found = await referenceBy(get);
    expect(found.operations).toHaveLength(1);
    expect(asked).not.toContain('/swagger/v63/swagger.json');
  });

  it('that is listed as YAML is read from the JSON next to it, and otherwise reported as YAML only', async () => {
    const script = `var configObject = ${JSON.stringify({ urls: [{ name: 'v1', url: 'v1/swagger.yaml' }] })}`;
    const yaml = "openapi: '3.0.1'\ninfo:\n  title: Public API\npaths: {}\n";
    const listed = { '/swagger/index.js': script, '/swagger/v1/swagger.yaml': yaml };
    const both = files({ ...listed, '/swagger/v1/swagger.json': document('API') });
    expect((await referenceBy(both.get)).operations).toHaveLength(1);
    expect(both.asked).not.toContain('/swagger/v1/swagger.yaml');
    const service = new URL('http://service.test');
    expect(await readReference(service, files(listed).get)).toBe('YAML alone');
    expect(await readReference(service, files({ '/swagger/v1/swagger.yaml': yaml }).get)).toBe('YAML alone');
    expect(await readReference(service, files({ '/swagger/v1/swagger.yaml': '<html>' }).get)).toBe(
      'no reference',
    );
  });

  it('is looked for nowhere else than at the service, however it is listed', async () => {
    const elsewhere = [
      'http://other.test/a',
      '//other.test/a',
      'https://service.test/a',
      'file:///etc/passwd',
    ];
    const { get, asked } = files({
      '/swagger/index.js': `var configObject = ${JSON.stringify({
        urls: elsewhere.map((url) => ({ name: 'v1', url })),
      })}`,
      '/swagger/index.html': '<script src="http://other.test/index.js"></script>',
    });
    expect(await readReference(new URL('http://service.test'), get)).toBe('no reference');
    expect(asked.filter((path) => !/^\/(swagger(-ui)?|openapi|v3\/api-docs)(\/|$)/.test(path))).toEqual([]);
  });

  it('ends after some requests, however many documents are listed', async () => {
    const urls = Array.from({ length: 500 }, (_, index) => ({ name: `d${index}`, url: `d${index}.json` }));
    const { get, asked } = files({ '/swagger/index.js': `var configObject = ${JSON.stringify({ urls })}` });
    await readReference(new URL('http://service.test'), get);
    expect(asked.length).toBeLessThanOrEqual(40);
  });

  it('is missing if no part of it can be read', async () => {
    const failing = async () => Promise.reject(new Error('away'));
    expect(await readReference(new URL('http://service.test'), failing)).toBe('no reference');
  });
});
