import { valuesOf } from '../api.ts';
import type { Facts, Question, Read } from '../question.ts';
import { namesIn } from '../reading.ts';

/** Rare requests, for which the assistant must first find the operation. */

/** Returns the names in a list of JSON records. */
const itemNames = ({ texts }: Read): Facts =>
  Array.from((texts.at(-1) ?? '').matchAll(/"Name":"((?:[^"\\]|\\.)*)"/g), ([, name = '']) =>
    JSON.parse(`"${name}"`),
  );

const namesOf = (items: readonly any[]): Facts => items.map(({ Name }) => Name);
const read = (operation: string, args?: object) => ({
  tool: 'call_read_operation',
  args: { operation, ...(args ? { arguments: args } : {}) },
});
const find = (words: string) => ({ tool: 'find_operations', args: { query: words } });

export const rare: readonly Question[] = [
  {
    id: 'legal forms',
    kind: 'rare',
    language: 'en',
    who: 'anna',
    asked: 'Which legal forms of companies does the system know?',
    plain: async (api) => namesOf(await api.all('GET /api/v2/legalForms')),
    calls: [find('legal forms of companies'), read('list_legal_forms')],
    facts: itemNames,
  },
  {
    id: 'roles in a case',
    kind: 'rare',
    language: 'ru',
    who: 'anna',
    asked: 'Какие роли может иметь участник в деле?',
    plain: async (api) => namesOf(await api.all('GET /api/v2/rolesInCase')),
    calls: [find('роли участника в деле'), read('list_roles_in_case')],
    facts: itemNames,
  },
  {
    id: 'courts of the dictionary',
    kind: 'rare',
    language: 'ru',
    who: 'anna',
    asked: 'Какие суды есть в справочнике судов?',
    plain: async (api) => namesOf(await valuesOf(api, 'Court')),
    calls: [find('значения справочника'), read('list_dictionary_values', { id: 'Court' })],
    facts: itemNames,
  },
  {
    id: 'state of the service',
    kind: 'rare',
    language: 'en',
    who: 'admin',
    asked: 'Is the case management system healthy?',
    plain: async (api) => [(await api.get('/api/v3/health')).status],
    calls: [find('is the system healthy'), read('check_health')],
    facts: ({ texts }) => [/"status":"(\w+)"/.exec(texts.at(-1) ?? '')?.[1] ?? ''],
  },
  {
    id: 'linked cases',
    kind: 'rare',
    language: 'en',
    who: 'anna',
    asked: 'Which matters are linked with Smith v. Northbridge?',
    plain: async (api) => {
      const [found] = await api.all('POST /api/v3/objects/GetCases', { Name: 'Smith v. Northbridge' });
      return namesOf(await api.all(`GET /api/v2/objects/${found.Id}/relatedObjects`));
    },
    calls: [
      find('matters linked with a case'),
      read('list_related_objects', { objectId: 'Smith v. Northbridge Ltd' }),
    ],
    facts: ({ texts, known }) => namesIn(texts.at(-1) ?? '', known.cases),
  },
  {
    id: 'days off',
    kind: 'rare',
    language: 'ru',
    who: 'oleg',
    asked: 'Какие отдельные нерабочие дни заведены в системе?',
    plain: async (api) => (await api.get('/api/v3/generalsettings/NonWorkingDays')).Dates,
    calls: [find('нерабочие дни'), read('get_non_working_days')],
    facts: ({ texts }) => JSON.parse(/"Dates":(\[[^\]]*\])/.exec(texts.at(-1) ?? '')?.[1] ?? '[]'),
  },
];
