import { expect } from 'vitest';
import { createCaller, type Reply } from '../sandbox/client.ts';

/** A Wednesday, with working days before and after it. Dates of the sample data are relative to it. */
export const today = '2026-03-04';
export const clock = () => new Date(`${today}T09:00:00.000Z`);

/** User who sends requests directly to the service's API and starts from names instead of ids. */
export interface Person {
  /** Returns the body of a read. */
  get(path: string): Promise<any>;
  /** Sends any request. Returns its status and body. */
  send(request: string, body?: object): Promise<Reply<any>>;
  /** Sends a change that must succeed. Returns its body. */
  make(request: string, body?: object): Promise<any>;
  /** Returns all items of a list, from all pages. */
  all(request: string, body?: object): Promise<any[]>;
  /** Returns the only case whose name or number contains the text. */
  findCase(text: string): Promise<any>;
  /** Returns the only item with this system name in a short list, such as a dictionary. */
  named(path: string, sysName: string): Promise<any>;
}

/** Returns the users of the sample firm, by login. */
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

/** Returns the user record with this login. */
export async function whoIs(person: Person, login: string): Promise<any> {
  const found = (await person.all('GET /api/v2/users')).find((user) => user.ExternalId === login);
  return person.get(`/api/v2/users/${found.Id}`);
}

/** Returns the values of a dictionary by its system name. */
export async function valuesOf(person: Person, dictionary: string): Promise<any[]> {
  const { Id } = await person.named('/api/v2/dictionaries', dictionary);
  return person.all(`GET /api/v2/dictionaries/${Id}/values`);
}

/** Returns the tasks that are not done or cancelled. */
export async function openTasks(person: Person, tasks: any[]): Promise<any[]> {
  const statuses = await person.all('GET /api/v2/taskStatuses');
  const over = statuses.filter(({ SysName }) => ['Done', 'Cancelled'].includes(SysName)).map(({ Id }) => Id);
  return tasks.filter((task) => !over.includes(task.Status.Id));
}

export const namesOf = (items: any[]) => items.map(({ Name }) => Name);
