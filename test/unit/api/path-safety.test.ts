import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Arguments, draftRequest } from '../../../src/api/client/build-request.ts';
import { buildRequest } from '../../../src/api/client/encode-request.ts';
import { InvalidArgumentsError } from '../../../src/contract/errors.ts';
import type { Deployment } from '../../../src/contract/operations/deployment.ts';
import { type Operation, operation } from '../../../src/contract/operations/operation.ts';
import { asDescribed } from '../../../src/deployment/deployment.ts';
import { catalogue } from '../../../tools/index.ts';

const buildFor = (operation: Operation, args: Arguments, deployment: Deployment, route?: string) =>
  buildRequest(draftRequest(operation, args, deployment), route);

const plain = asDescribed;
const about = { title: 'Note', titleRu: 'Заметка', access: 'update', description: 'A note.' } as const;
const any = z.unknown();
const editing = operation({
  ...about,
  name: 'edit_note',
  route: 'PATCH /api/notes/{id}',
  params: { id: any },
});

const withPath = catalogue
  .flatMap((area) => area.operations)
  .flatMap((item) => [item.route, ...(item.aliases ?? [])].map((route) => ({ item, route })))
  .filter(({ route }) => route.includes('{'));

/** Any text: code points, unpaired surrogates, and characters that are special in paths. */
const anything = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
  fc
    .array(
      fc.constantFrom(
        '.',
        '..',
        '/',
        '\\',
        '%',
        '%2e',
        '%2F',
        '?',
        '#',
        ';',
        '@',
        ':',
        '//',
        ' ',
        '\t',
        '\n',
        'a',
      ),
    )
    .map((pieces) => pieces.join('')),
);

describe('a value in a path', () => {
  it("is either refused or keeps the path's structure, with any text [FLT-20]", () => {
    const check = ({ item, route }: (typeof withPath)[number], values: string[]) => {
      const template = route.slice(route.indexOf(' ') + 1);
      const names = [...template.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
      const args = Object.fromEntries(names.map((name, index) => [name, values[index]]));
      let target: string;
      try {
        target = buildFor(item, args, plain, route).target;
      } catch (error) {
        expect(error).toBeInstanceOf(InvalidArgumentsError);
        return;
      }
      const url = new URL(`http://service.invalid:81${target}`);
      expect(url.origin).toBe('http://service.invalid:81');
      expect(url.pathname).toBe(target);
      const pattern = template.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '([^/]+)');
      const found = new RegExp(`^${pattern}$`).exec(url.pathname);
      expect(found?.slice(1).map(decodeURIComponent)).toEqual(names.map((name) => args[name]));
    };
    fc.assert(fc.property(fc.constantFrom(...withPath), fc.tuple(anything, anything), check), {
      numRuns: 20_000,
    });
  });

  it.each(['', ' ', '.', '..', 'a/b', 'a\\b', 'a?b', 'a#b', '%2e%2e', 'a\u0000', 'a\nb', '\ud800'])(
    'is refused when it is %j',
    (id) => {
      expect(() => buildFor(editing, { id }, plain)).toThrow(InvalidArgumentsError);
    },
  );

  it.each([[undefined], [null], [{}], [['a']], [true]])(
    'is refused when it is %j, which is no text',
    (id) => {
      expect(() => buildFor(editing, { id }, plain)).toThrow(/id: this value is not allowed in a path/);
    },
  );

  it('may be missing only if its segment has a fixed word', () => {
    const shared = operation({ ...about, name: 'add_note', route: 'POST /notes{id}', params: { id: any } });
    expect(buildFor(shared, {}, plain).target).toBe('/notes');
    expect(buildFor(shared, { id: '7' }, plain).target).toBe('/notes7');
    expect(() => buildFor(shared, { id: '' }, plain)).toThrow(InvalidArgumentsError);
  });
});
