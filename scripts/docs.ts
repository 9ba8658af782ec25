import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { shippedLists } from '../src/catalogue.ts';
import { print } from '../src/commands/command.ts';
import type { Setting, SettingReader } from '../src/config/setting.ts';
import { readerTitles, settings, slices, sliceTitles } from '../src/config/settings.ts';
import { isPresumed } from '../src/contract/operations/field-marks.ts';
import type { Area, Operation } from '../src/contract/operations/operation.ts';
import { classText } from '../src/mcp/guards/effect.ts';
import { requestSteps } from '../src/mcp/pipeline.ts';
import { createMetrics, type Load } from '../src/observability/metrics.ts';
import { catalogue } from '../tools/index.ts';
import { dashboard } from './dashboard.ts';
import { testFilesBelow, withoutRow, withTests } from './ledgers.ts';
import { installLinks, manifests } from './manifests.ts';
import { type Room, rooms } from './rooms.ts';
import { weightsText } from './search-weights.ts';
import { costsTable, partsTable, tiersTable } from './test-tables.ts';

/**
 * Generates documents, ledgers (tables of requirements), manifests and tool lists from the catalogue, the settings, the
 * import rules and the test files. Tool lists are generated so that a review shows what an assistant would see. With
 * `--check` the script only compares, and fails on differences.
 */
async function main(check: boolean): Promise<void> {
  const root = new URL('../', import.meta.url);
  const stored = (path: string) => readFileSync(new URL(path, root), 'utf8');
  const lists = (await shippedLists()).map(([surface, tools]): [path: string, text: string] => [
    `tools/published/${surface}.json`,
    `${JSON.stringify(tools, null, 2)}\n`,
  ]);
  const documents = {
    ...Object.fromEntries(lists),
    'tools/published/search-weights.json': await weightsText(),
    'tools/README.md': toolReference(catalogue),
    ...Object.fromEntries(
      Object.entries(manifests).map(([path, content]) => [path, formatted(JSON.stringify(content, null, 2))]),
    ),
    'docs/assistants.md': fill(stored('docs/assistants.md'), 'links', installLinks()),
    'docs/costs.md': fill(stored('docs/costs.md'), 'costs', costsTable()),
    'docs/operations.md': fill(stored('docs/operations.md'), 'metrics', await metricsTable()),
    'docs/settings.md': fill(stored('docs/settings.md'), 'settings', settingsTable()),
    'docs/architecture.md': fill(
      fill(stored('docs/architecture.md'), 'rooms', roomsTable()),
      'steps',
      stepsTable(),
    ),
    'docs/testing.md': fill(fill(stored('docs/testing.md'), 'tiers', tiersTable()), 'parts', partsTable()),
    'examples/watching/dashboard.json': dashboard(),
    ...ledgersOf(stored, fileURLToPath(new URL('test/', root))),
  };
  const stale = Object.entries(documents).filter(([path, text]) => read(new URL(path, root)) !== text);
  for (const [path, text] of stale) {
    if (!check) {
      mkdirSync(new URL('./', new URL(path, root)), { recursive: true });
      writeFileSync(new URL(path, root), text);
    }
    print(check ? `${path} is out of date: run npm run docs` : `wrote ${path}`);
  }
  if (check && stale.length > 0) process.exitCode = 1;
}

/** Returns the tables of requirements, by path, with the tests that prove each requirement. */
function ledgersOf(stored: (path: string) => string, folder: string): Record<string, string> {
  const tests = testFilesBelow(folder);
  const ledgers = ['src/sandbox/RULES.md', 'test/robustness.md'].map((path) => [path, stored(path)] as const);
  const stray = withoutRow(
    ledgers.map(([, text]) => text),
    tests,
  );
  if (stray.length > 0) throw new Error(`names of tests have ids without a row: ${stray.join(', ')}`);
  return Object.fromEntries(ledgers.map(([path, text]) => [path, withTests(text, tests)]));
}

function read(path: URL): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** Formats JSON with the project's formatter, because the formatter also checks these files. */
function formatted(json: string): string {
  const biome = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome');
  return execFileSync(process.execPath, [biome, 'format', '--stdin-file-path=.biome.json'], {
    input: json,
    encoding: 'utf8',
  });
}

/** Replaces the text between the markers `<!-- NAME: generated -->` and `<!-- /NAME -->`. */
function fill(document: string, name: string, text: string): string {
  const pattern = new RegExp(`(<!-- ${name}: generated -->\n)[\\s\\S]*?(<!-- /${name} -->)`);
  if (!pattern.test(document)) throw new Error(`no markers for ${name}`);
  return document.replace(pattern, (_, open: string, close: string) => `${open}${text}\n${close}`);
}

function settingsTable(): string {
  const sections = (Object.keys(readerTitles) as SettingReader[]).flatMap((reader) => [
    `## ${readerTitles[reader].en}`,
    ...slices.flatMap((slice) => {
      const shown = Object.values<Setting>(settings[slice]).filter((setting) => setting.reader === reader);
      const head = ['| variable | flag | default | meaning |', '|---|---|---|---|'];
      return shown.length === 0
        ? []
        : [`### ${sliceTitles[slice].en}`, [...head, ...shown.map(settingRow)].join('\n')];
    }),
  ]);
  return `\n${sections.join('\n\n')}\n`;
}

function settingRow(setting: Setting): string {
  const { env, flag, secret, default: value, en } = setting;
  const name = secret ? `\`${env}\`, \`${env}_FILE\`` : `\`${env}\``;
  const meaning = /\d to \d/.test(en) ? en : `${en}${boundsOf(setting)}`;
  return `| ${name} | ${flag ? `\`--${flag}\`` : 'none'} | ${value ? `\`${value}\`` : ''} | ${meaning} |`;
}

/** Returns the minimum and maximum of a setting, or its minimum length, from its schema. */
function boundsOf({ schema }: Setting): string {
  const { minimum, maximum, minLength } = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' });
  if (minimum !== undefined && maximum !== undefined) return ` From ${minimum} to ${maximum}.`;
  return minLength !== undefined && minLength > 1 ? ` At least ${minLength} characters.` : '';
}

const idle = (): Load => ({
  sessions: 0,
  answering: 0,
  waitingBytes: 0,
  callers: 0,
  service: 'unknown',
  shared: 'own',
  helpers: {},
  spans: { sent: 0, dropped: 0 },
});

/** Returns the table of all metrics, with the help texts of `/metrics`. */
async function metricsTable(): Promise<string> {
  const metrics = createMetrics({ load: idle, limits: { parallel: 1 }, version: 'docs' });
  const text = await metrics.text();
  const rows = [...text.matchAll(/^# HELP (casebridge_\S+) (.+)\n# TYPE \S+ (\w+)/gm)].map(
    ([, name, help, type]) => `| \`${name}\` | ${type} | ${help} |`,
  );
  return ['| metric | type | meaning |', '|---|---|---|', ...rows.sort()].join('\n');
}

/** Returns the table of steps by kind of request. */
function stepsTable(): string {
  const rows = Object.entries(requestSteps).map(([kind, { names }]) => `| ${kind} | ${names.join(' → ')} |`);
  return ['| request | its steps |', '|---|---|', ...rows].join('\n');
}

function roomsTable(): string {
  const rows = Object.entries<Room>(rooms).map(
    ([name, { about, rooms: others = [], packages = [], node }]) => {
      const all = [...packages, ...(node ? ['node:'] : [])];
      return `| \`${name}\` | ${about} | ${listed(others)} | ${listed(all)} |`;
    },
  );
  const head = ['| module | content | modules that it imports | packages |', '|---|---|---|---|'];
  return [...head, ...rows].join('\n');
}

const listed = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');

function toolReference(areas: readonly Area[]): string {
  const operations = areas.flatMap((area) => area.operations);
  const routes = operations.reduce((count, operation) => count + 1 + (operation.aliases?.length ?? 0), 0);
  return [
    '# Tool reference',
    '',
    'Generated from the files of this folder by `npm run docs`; `npm run check` fails if it is out of date.',
    '',
    `${operations.length} tools for ${routes} method-and-path pairs of the API. Arguments marked * are required. Arguments marked ° have an unconfirmed name. If a deployment names the field differently, casebridge learns the name from the service's reference, or you set it by \`CASEBRIDGE_DEPLOYMENT\` or \`CASEBRIDGE_FIELD_NAMES\`. The argument keeps its name. Cases are created, read and changed with the tools for objects: the API states these paths for objects, and both reach the same records.`,
    '',
    'Tools that read JSON also take these arguments:',
    '',
    '- `fields`: names of the fields to return; a dot separates nested names',
    '- `detail`: `brief` (default of lists) or `full` (default of records)',
    '- `skip`: number of items of a list, or of characters of a single text in `fields`, to skip',
    '- `all`: follow the pages, up to 500 items',
    '',
    ...areas.flatMap(areaSection),
  ].join('\n');
}

function areaSection(area: Area): string[] {
  return [
    `## ${area.title}`,
    '',
    '| tool | route | access | arguments | what it does |',
    '|---|---|---|---|---|',
    ...area.operations.map(toolRow),
    '',
  ];
}

function toolRow(operation: Operation): string {
  const route = operation.path ? operation.route : `${operation.route} (path learned or from a setting)`;
  const routes = [route, ...(operation.aliases ?? [])].map((text) => `\`${text}\``).join('<br>');
  const fields = Object.entries({ ...operation.params, ...operation.query, ...operation.body });
  const args = fields.map(
    ([name, schema]) =>
      `\`${name}\`${schema.safeParse(undefined).success ? '' : '\\*'}${isPresumed(schema) ? '°' : ''}`,
  );
  return `| \`${operation.name}\` | ${routes} | ${classText(operation)} | ${args.join(', ')} | ${operation.description.replaceAll('|', '\\|')} |`;
}

await main(process.argv.includes('--check'));
