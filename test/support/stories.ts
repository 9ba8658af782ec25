import { expect } from 'vitest';
import { createCaller, type Reply } from '../sandbox/client.ts';

/** A Wednesday in the middle of its week; the sample data are dated from it. */
export const today = '2026-03-04';
export const clock = () => new Date(`${today}T09:00:00.000Z`);

/** Somebody who works with the service by plain requests, knowing names and no ids. */
export interface Person {
  /** The body of a read. */
  get(path: string): Promise<any>;
  /** Any request: its status and body. */
  send(request: string, body?: object): Promise<Reply<any>>;
  /** A change that has to succeed: its body. */
  make(request: string, body?: object): Promise<any>;
  /** All items of a list, page after page. */
  all(request: string, body?: object): Promise<any[]>;
  /** The one case that a part of its name or number finds. */
  findCase(text: string): Promise<any>;
  /** The one item of a small list, dictionary or otherwise, with a system name. */
  named(path: string, sysName: string): Promise<any>;
}

/** The people of the sample firm, by login. */
export function people(origin: () => string): (login: string) => Person {
  const call = createCaller(origin);
  return (login) => {
    const expected = async (status: number[], request: string, body?: object) => {
      const reply = await call<any>(login, request, body);
      expect(status, `${request}: ${reply.text}`).toContain(reply.status);
      return reply.body;
    };
    const person: Person = {
      get: (path) => expected([200], `GET ${path}`),
      send: (request, body) => call(login, request, body),
      make: (request, body) => expected([200, 201, 202, 204], request, body),
      all: async (request, body) => {
        const items: any[] = [];
        let next = request;
        for (let Page = 1; next; Page += 1) {
          const answer = await expected([200], next, body && { ...body, Page });
          items.push(...answer.Items);
          if (answer.NextPageUrl === null) break;
          next = body ? request : `GET ${answer.NextPageUrl}`;
        }
        return items;
      },
      findCase: async (text) => {
        const found = await person.all('POST /api/v3/objects/GetCases', { Name: text });
        expect(
          found.map(({ Name }) => Name),
          text,
        ).toHaveLength(1);
        return found[0];
      },
      named: async (path, sysName) => {
        const found = (await person.all(`GET ${path}`)).find((item) => item.SysName === sysName);
        expect(found, `${path}: ${sysName}`).toBeDefined();
        return found;
      },
    };
    return person;
  };
}

/** The person's own record: the one of their login. */
export async function whoIs(person: Person, login: string): Promise<any> {
  const found = (await person.all('GET /api/v2/users')).find((user) => user.ExternalId === login);
  return person.get(`/api/v2/users/${found.Id}`);
}

/** Values of a dictionary by its system name. */
export async function valuesOf(person: Person, dictionary: string): Promise<any[]> {
  const { Id } = await person.named('/api/v2/dictionaries', dictionary);
  return person.all(`GET /api/v2/dictionaries/${Id}/values`);
}

/** Whether a task still has to be done. */
export async function openTasks(person: Person, tasks: any[]): Promise<any[]> {
  const statuses = await person.all('GET /api/v2/taskStatuses');
  const over = statuses.filter(({ SysName }) => ['Done', 'Cancelled'].includes(SysName)).map(({ Id }) => Id);
  return tasks.filter((task) => !over.includes(task.Status.Id));
}

export const namesOf = (items: any[]) => items.map(({ Name }) => Name);
