import { Hono } from 'hono';
import { authenticate } from '../http/authenticate.ts';
import { routesFor } from '../routes/index.ts';
import type { World } from '../state/state.ts';
import type { Json } from './components.ts';
import { internalDocument, publicDocument } from './documents.ts';
import { publicVersions } from './endpoints.ts';
import { hostileText } from './hostile.ts';
import { referenceFiles } from './page.ts';

const internalVersion = 63;

/** Creates the API reference of the service: a page under /swagger and its OpenAPI documents. */
export function createReference(present: () => World): Hono {
  const app = new Hono();
  const world = present();
  const { quirks, settings } = world;
  if (quirks.referencePage === 'none') return app;
  const documents = createDocuments(world);
  const own = [...documents.keys()].map((name) => ({ name, url: `${name}/swagger.json` }));
  // In a hostile reference, the internal document comes first, and one document is on another server.
  const hostile = [...own.slice(-1), { name: 'v9', url: settings.referenceLure }, ...own.slice(0, -1)];
  const files = referenceFiles(quirks.referencePage, quirks.reference === 'hostile' ? hostile : own);
  if ('index.html' in files) {
    app.get('/swagger', (context) => context.redirect('swagger/index.html', 301));
    app.get('/swagger/', (context) => context.redirect('index.html', 301));
  }
  for (const [name, { type, text }] of Object.entries(files))
    app.get(`/swagger/${name}`, (context) =>
      context.body(text, 200, { 'content-type': `${type}; charset=utf-8` }),
    );
  app.get('/swagger/:name/swagger.json', (context) => {
    if (settings.referenceNeedsToken) authenticate(present(), context.req.header('authorization') ?? null);
    const document = documents.get(context.req.param('name'));
    if (!document) return context.notFound();
    return context.body(document(), 200, { 'content-type': 'application/json; charset=utf-8' });
  });
  return app;
}

/**
 * Returns functions that create the text of each document on first use. They are sorted by name, newest version first.
 */
function createDocuments(world: World): ReadonlyMap<string, () => string> {
  const made = new Map<string, string>();
  const write = (document: Json) =>
    world.quirks.reference === 'hostile'
      ? hostileText(document, world.settings.referenceLure)
      : JSON.stringify(document);
  const keep = (name: string, make: () => Json): [string, () => string] => [
    name,
    () => {
      const text = made.get(name) ?? write(make());
      made.set(name, text);
      return text;
    },
  ];
  return new Map([
    ...publicVersions
      .toReversed()
      .map((version) => keep(`v${version}`, () => publicDocument(routesFor(world), version, world.quirks))),
    keep(`v${internalVersion}`, () => internalDocument(internalVersion)),
  ]);
}
