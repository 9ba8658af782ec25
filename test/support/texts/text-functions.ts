import { readdirSync, readFileSync } from 'node:fs';
import { parseSync } from 'oxc-parser';
import type { Arguments } from '../../../src/api/client/build-request.ts';
import { readOperationAnswer } from '../../../src/api/client/read-response.ts';
import { retryAfterOf } from '../../../src/api/transport/retry/retry-policy.ts';
import { serviceMessage } from '../../../src/contract/service-message.ts';
import { excessOfJson } from '../../../src/json/measure.ts';
import { findAddressed } from '../../../src/mcp/content/uri.ts';
import { excess } from '../../../src/mcp/input/json-limits.ts';
import { parseArguments } from '../../../src/mcp/input/parse-arguments.ts';
import type { ResponseOptions } from '../../../src/mcp/input/response-options.ts';
import { checkOutbound } from '../../../src/mcp/outbound/check-outbound.ts';
import { dropEmpty } from '../../../src/mcp/output/fit/drop-empty.ts';
import { fitJson } from '../../../src/mcp/output/fit/fit.ts';
import { createSanitizer } from '../../../src/mcp/output/sanitize.ts';
import { argumentsSchema } from '../../../src/mcp/tools/published-schema.ts';
import { idInLink } from '../../../src/names/link.ts';
import { matchSimilar, matchWords, nearest } from '../../../src/names/match.ts';
import { entryOf } from '../../../src/names/sources.ts';
import { bearerOf } from '../../../src/transports/http/authentication.ts';
import { catalogue } from '../../../tools/index.ts';
import { build } from '../clients/asking.ts';

/** Function that processes untrusted text. A thrown error counts as a result. */
export interface TextFunction {
  readonly name: string;
  readonly run: (text: string) => unknown;
  /** Whether the function accepts JSON only. */
  readonly takesJson?: boolean;
  /** Whether the function gets only some of the texts, because it processes millions of characters each time. */
  readonly isHeavy?: boolean;
}

const root = new URL('../../../src/', import.meta.url);
const folders = ['api', 'contract', 'domain', 'json', 'mcp', 'names', 'transports', 'util', 'workflows'];
/** Functions that are excluded because they open or delete files, or write to the client of the process. */
const excluded = new Set(['sweepParts', 'openInside', 'openExchange', 'refuseStart']);

/** Returns every exported function that requires one string and nothing else. */
export async function plainFunctions(): Promise<TextFunction[]> {
  const found: TextFunction[] = [];
  for (const folder of folders)
    for (const file of readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.ts')) continue;
      const url = new URL(`${folder}/${file}`, root);
      const names = namesOf(readFileSync(url, 'utf8')).filter((name) => !excluded.has(name));
      if (names.length === 0) continue;
      const module = await import(url.href);
      for (const name of names) found.push({ name: `${folder}/${file} ${name}`, run: module[name] });
    }
  return found;
}

function namesOf(source: string): string[] {
  const isText = (parameter: { type: string; start: number; end: number }) =>
    /^\w+: string$/.test(source.slice(parameter.start, parameter.end));
  return parseSync('file.ts', source).program.body.flatMap((statement) => {
    if (statement.type !== 'ExportNamedDeclaration' || statement.declaration === null) return [];
    const { declaration } = statement;
    const functions =
      declaration.type === 'FunctionDeclaration'
        ? [{ name: declaration.id?.name ?? '', params: declaration.params }]
        : declaration.type === 'VariableDeclaration'
          ? declaration.declarations.flatMap(({ id, init }) =>
              init?.type === 'ArrowFunctionExpression' && id.type === 'Identifier'
                ? [{ name: id.name, params: init.params }]
                : [],
            )
          : [];
    return functions
      .filter(({ params: [first, ...rest] }) => {
        const isOptional = rest.every(({ type }) => type === 'AssignmentPattern');
        return first !== undefined && isText(first) && isOptional;
      })
      .map(({ name }) => name);
  });
}

const sanitizer = createSanitizer(['a-secret-of-the-operator']);
const operations = catalogue.flatMap((area) => area.operations);
const operationOf = (name: string) => {
  const found = operations.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no operation ${name}`);
  return found;
};
const idOf = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
const rows = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => {
    const entry = entryOf({ list: 'list_users', many: '' }, { Id: idOf(index), Name: `${name}${index}` });
    if (entry === undefined) throw new Error('no entry');
    return entry;
  });
const fewEntries = rows('Smith and Sons against Brown ', 200);
const fileAnswer = (headers: Record<string, string>) =>
  readOperationAnswer(operationOf('download_document'), { status: 200, headers, bytes: Buffer.from('x') });
const refusal = (body: object) => serviceMessage(body);
const fitting = (options: ResponseOptions, budget: number | undefined) => (text: string) =>
  fitJson({ text, notes: [] }, { budget, options, callWith: () => '', keep: async () => undefined });
const id = '11111111-1111-4111-8111-111111111111';
const questionOf = (args: Arguments, target?: unknown) =>
  build(operationOf('open_user_dialog'), { id, ...args }, 'en', { target });
const calls = ['create_task', 'list_tasks', 'notify_user'].map((name) => ({
  operation: operationOf(name),
  schema: argumentsSchema(operationOf(name)),
}));

/** Functions that need more than a text, with realistic other arguments. */
export const composedFunctions: readonly TextFunction[] = [
  { name: 'a text shown', run: (text) => sanitizer.text(text) },
  { name: 'a text fenced', run: (text) => sanitizer.fence(text) },
  { name: 'a message of the service', run: (text) => refusal({ Message: text }) },
  { name: 'errors by field', run: (text) => refusal({ errors: { [text.slice(0, 100)]: [text, text] } }) },
  {
    name: 'the name of a file in a header',
    run: (text) => fileAnswer({ 'content-disposition': `attachment; filename="${text.slice(0, 16_384)}"` }),
  },
  {
    name: 'a header that names a file',
    run: (text) => fileAnswer({ 'content-disposition': text.slice(0, 16_384), 'content-type': text }),
  },
  { name: 'the type of an answer', run: (text) => fileAnswer({ 'content-type': text.slice(0, 16_384) }) },
  { name: 'a Retry-After', run: (text) => retryAfterOf({ 'retry-after': text.slice(0, 16_384) }, 0) },
  { name: 'a link for a record', run: (text) => idInLink('case', text) },
  { name: 'a name that is asked for', run: (text) => matchWords(text, fewEntries) },
  { name: 'a name that resembles others', run: (text) => matchSimilar(text, fewEntries) },
  { name: 'the nearest names', run: (text) => nearest(text, fewEntries, 5) },
  { name: 'the name of a record', run: (text) => matchWords('Smith', rows(text.slice(0, 4_000_000), 1)) },
  { name: 'the address of a resource', run: (text) => findAddressed([], text) },
  {
    name: 'the Authorization header',
    run: (text) => {
      const headers = { get: () => `Bearer ${text.slice(0, 16_384)}` };
      return bearerOf(headers as unknown as Headers);
    },
  },
  ...calls.flatMap(({ operation, schema }): TextFunction[] => [
    {
      name: `the arguments of ${operation.name}`,
      run: (text) =>
        parseArguments(schema, Object.fromEntries(Object.keys(schema.shape).map((name) => [name, text]))),
    },
    {
      name: `an argument of ${operation.name} by name`,
      run: (text) => parseArguments(schema, { [text]: text }),
    },
    {
      name: `what ${operation.name} shows to people`,
      run: (text) =>
        checkOutbound(operation, {
          Text: text,
          Description: text,
          Title: text,
          more: { Text: text, Url: text },
        }),
    },
  ]),
  { name: 'the measure of JSON', run: (text) => excessOfJson(text, { depth: 200, members: 50_000 }) },
  ...['a-', 'https://a.example/', 'href=', ' ', '\u0301'].map(
    (piece): TextFunction => ({
      name: `a question about a text and 4 MB of ${JSON.stringify(piece)}`,
      run: (text) => questionOf({ Text: text, Title: piece.repeat(4_000_000 / piece.length) }),
      isHeavy: true,
    }),
  ),
  { name: 'a question about a text', run: (text) => questionOf({ Text: text }) },
  { name: 'a question about as much as it holds', run: (text) => questionOf({ Text: text.slice(0, 3500) }) },
  { name: 'a question about names', run: (text) => questionOf({ Text: 'x', more: { [text]: text } }) },
  {
    name: 'a question about a record',
    run: (text) => questionOf({ Text: 'x' }, { Name: text, Number: text, Case: { Name: text }, Stage: text }),
  },
  { name: 'a question about a record without a name', run: (text) => questionOf({ Text: 'x' }, { text }) },
  {
    name: 'a question about values of any kind',
    run: (text) => questionOf({ Text: 'x', more: { a: JSON.parse(text) } }),
    takesJson: true,
  },
  { name: 'JSON shown', run: (text) => sanitizer.json(text), takesJson: true },
  { name: 'JSON without what is empty', run: dropEmpty, takesJson: true },
  { name: 'JSON that fits', run: fitting({}, 4000), takesJson: true },
  { name: 'JSON in brief', run: fitting({ detail: 'brief' }, 4000), takesJson: true },
  { name: 'JSON in full', run: fitting({ detail: 'full' }, undefined), takesJson: true },
  { name: 'fields of JSON', run: fitting({ fields: ['a', 'Items.a.b', 'Name'] }, 4000), takesJson: true },
  { name: 'JSON that is skipped', run: fitting({ fields: ['Name'], skip: 5 }, 4000), takesJson: true },
  { name: 'arguments as they came', run: (text) => excess(JSON.parse(text)), takesJson: true },
];
