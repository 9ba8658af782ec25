import { appendFileSync, chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { agree } from '../../support/clients/person.ts';

/** What the person at the pages ticked, and what the pages saw of the client. */
export interface Visited {
  /** The id of the client, shortened: `described` for an address, `registered` else. */
  readonly client: 'described' | 'registered';
  readonly scope: string;
}

/** Somebody who signs in as Anna wherever an assistant opens a browser. */
export interface Person {
  /** For the environment of an assistant: where it finds the browser. */
  readonly env: Readonly<Record<string, string>>;
  readonly visits: readonly Visited[];
  /** Scopes that they tick beyond those that the page ticks. */
  ticked: readonly string[];
  /** Signs in at an address. @returns where the browser is sent then */
  visit(address: string): Promise<URL>;
  stop(): void;
}

const lookMs = 200;
const typed = { login: 'anna', password: 'sandbox-anna' };

/** @param home of the assistant; its browser writes addresses into a file there */
export function createPerson(home: string): Person {
  const folder = join(home, 'browser');
  mkdirSync(folder, { recursive: true });
  const opened = join(folder, 'opened');
  appendFileSync(opened, '');
  for (const name of ['xdg-open', 'open', 'www-browser']) {
    const program = join(folder, name);
    writeFileSync(program, `#!/bin/sh\nfor one; do echo "$one" >> '${opened}'; done\n`);
    chmodSync(program, 0o755);
  }
  const visits: Visited[] = [];
  const done = new Set<string>();
  const person: Person = {
    env: {
      PATH: `${folder}:${process.env.PATH ?? ''}`,
      BROWSER: join(folder, 'xdg-open'),
      DISPLAY: ':0',
    },
    visits,
    ticked: [],
    visit: (address) => {
      const { searchParams } = new URL(address);
      visits.push({
        client: URL.canParse(searchParams.get('client_id') ?? '') ? 'described' : 'registered',
        scope: (searchParams.get('scope') ?? '').replaceAll('cases:', ''),
      });
      return agree(new URL(address), searchParams.get('redirect_uri') ?? '', {
        typed,
        ticked: person.ticked,
      });
    },
    stop: () => clearInterval(looking),
  };
  const look = async () => {
    const addresses = existsSync(opened) ? readFileSync(opened, 'utf8').split('\n') : [];
    for (const address of addresses.filter((one) => one.includes('/authorize?') && !done.has(one))) {
      done.add(address);
      // The assistant listens there.
      await fetch(await person.visit(address)).catch(() => undefined);
    }
  };
  const looking = setInterval(
    () => void look().catch((error: unknown) => process.stderr.write(`${error}\n`)),
    lookMs,
  );
  return person;
}
