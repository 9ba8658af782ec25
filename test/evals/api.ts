import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { createCaller } from '../sandbox/client.ts';
import type { Api, Known } from './question.ts';

/** Number of calls, and tokens of their results. */
export interface Cost {
  calls: number;
  tokens: number;
}

/**
 * Creates a client of one user for the service's own API, without casebridge.
 * @param cost counts the requests and the tokens of the unchanged responses
 */
export function plainApi(origin: string, login: string, cost: Cost = { calls: 0, tokens: 0 }): Api {
  const call = createCaller(() => origin);
  const send = async (request: string, body?: object): Promise<any> => {
    const reply = await call<any>(login, request, body);
    cost.calls += 1;
    cost.tokens += countTokens(reply.text);
    if (reply.status >= 300) throw new Error(`${request}: ${reply.status} ${reply.text}`);
    return reply.body;
  };
  return {
    get: (path) => send(`GET ${path}`),
    make: send,
    all: async (request, body) => {
      const items: any[] = [];
      let next = request;
      for (let Page = 1; ; Page += 1) {
        const { Items, NextPageUrl } = await send(next, body && { ...body, Page });
        items.push(...Items);
        if (typeof NextPageUrl !== 'string') return items;
        next = body ? request : `GET ${NextPageUrl}`;
      }
    },
  };
}

const namesOf = (items: readonly any[]): string[] => items.map(({ Name }) => Name);

/** Returns the names of all records, by which answers are checked. */
export async function everyName(api: Api): Promise<Known> {
  return {
    cases: namesOf(await api.all('POST /api/v3/objects/GetObjects', {})),
    people: namesOf(await api.all('GET /api/v2/participants')),
    users: namesOf(await api.all('GET /api/v2/users')),
    tasks: namesOf(await api.all('GET /api/v2/tasks')),
    events: namesOf(await api.all('GET /api/v2/events')),
    documents: namesOf(
      await api.all('POST /api/v3/documents', {
        EntityKind: 'File',
        CreationDateFrom: '1900-01-01T00:00:00Z',
      }),
    ),
  };
}

/**
 * Returns the case whose name or number contains a text.
 * @throws Error if there is not exactly one
 */
export async function caseOf(api: Api, Name: string): Promise<any> {
  const [found, second] = (await api.all('POST /api/v3/objects/GetCases', { Name })).filter(
    (one) => one.Name.includes(Name) || one.Number?.includes(Name),
  );
  if (found === undefined || second !== undefined) throw new Error(`${Name} is not the name of one case`);
  return found;
}

/** Returns cases with their full object cards. */
export async function cardsOf(api: Api, filter: object = {}): Promise<any[]> {
  const cards: any[] = [];
  for (const { Id } of await api.all('POST /api/v3/objects/GetCases', filter))
    cards.push(await api.get(`/api/v2/objects/${Id}`));
  return cards;
}

export async function userNamed(api: Api, part: string): Promise<any> {
  const found = (await api.all('GET /api/v2/users')).find(({ Name }) => Name.includes(part));
  if (found === undefined) throw new Error(`there is no ${part}`);
  return found;
}

/** Returns the tasks that are neither done nor cancelled. */
export const areOpen = (tasks: readonly any[]): any[] =>
  tasks.filter(({ Status }) => !/Done|Cancelled/.test(Status?.Name ?? ''));

export const isInWork = ({ Status }: any): boolean => Status === 'InWork';

/** Returns the values of a dictionary, by its system name. */
export async function valuesOf(api: Api, dictionary: string): Promise<any[]> {
  const found = (await api.all('GET /api/v2/dictionaries')).find(({ SysName }) => SysName === dictionary);
  return api.all(`GET /api/v2/dictionaries/${found.Id}/values`);
}

/** Returns the value whose name contains the words. */
export async function valueNamed(api: Api, dictionary: string, words: string): Promise<any> {
  return (await valuesOf(api, dictionary)).find(({ Name }) => Name.includes(words));
}

/** Returns a date relative to today: `2026-03-31`. */
export const day = (fromToday = 0): string =>
  new Date(Date.now() + fromToday * 86_400_000).toISOString().slice(0, 10);

/** Returns the date of a timestamp in a time zone. */
export const dayIn = (moment: string, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(new Date(moment));
