import { appendFileSync, chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { agree } from '../../support/clients/person.ts';

/** Scopes that the simulated user granted on one page, and the kind of client that the page showed. */
export interface Visited {
  /** Kind of client id. `described`: the id is a URL of a metadata document. `registered`: any other id. */
  readonly client: 'described' | 'registered';
  readonly scope: string;
}

/** Simulated user who signs in as Anna whenever an assistant opens a browser. */
export interface Person {
  /** Environment variables that make the assistant start the simulated browser. */
  readonly env: Readonly<Record<string, string>>;
  readonly visits: readonly Visited[];
  /** Scopes that the user selects in addition to those preselected on the page. */
  ticked: readonly string[];
  /** Signs in at an address. Returns the URL to which the page redirects the browser. */
  visit(address: string): Promise<URL>;
  stop(): void;
}

const lookMs = 200;
const typed = { login: 'anna', password: 'sandbox-anna' };

/**
 * @param home home directory of the assistant, in which its simulated browser writes the opened URLs to a
 * file
 */
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
      // The assistant listens at this redirect URL.
      await fetch(await person.visit(address)).catch(() => undefined);
    }
  };
  const looking = setInterval(
    () => void look().catch((error: unknown) => process.stderr.write(`${error}\n`)),
    lookMs,
  );
  return person;
}
