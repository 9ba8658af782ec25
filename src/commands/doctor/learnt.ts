import type { App } from '../../app.ts';
import { settings } from '../../config/settings.ts';
import type { DeploymentForm } from '../../deployment/forms/deployment-file.ts';
import { driftBetween, formOf, linesOf } from '../../deployment/forms/form.ts';
import type { Learnt } from '../../deployment/matching/learn.ts';
import { nothingLearnt } from '../../deployment/reading/nothing-learnt.ts';
import { type Diagnosis, ok, skipped, warning } from './diagnosis.ts';

/** Things that one line names. */
const maxNamed = 12;

/** What the service's own reference says, what stays unsure, and what is otherwise than the last time. */
export async function checkLearnt({ deployment, hasLogin, principal, sandbox }: App): Promise<Diagnosis[]> {
  if (deployment.goesBy === 'description')
    return [
      skipped(
        'learnt',
        sandbox
          ? 'The embedded service is taken as it is described.'
          : `${settings.learn.env} is off: names are as described.`,
      ),
    ];
  const before = await deployment.usual();
  const reading = await deployment.read(hasLogin ? principal().tokens : nobody);
  if (typeof reading === 'string')
    return [
      warning(
        'learnt',
        `Nothing: ${nothingLearnt[reading]}. Names are as described: real ones can be said in a file (${settings.deployment.env}) or by ${settings.fieldNames.env}.`,
      ),
    ];
  const now = formOf(reading, new Date().toISOString());
  const isFile = deployment.goesBy === 'file';
  return [learnt(reading, linesOf(now)), unsure(reading), drift(before, { now, isFile })];
}

/** Where nobody signs in, a reference that wants a token stays closed. */
const nobody = {
  get: () => Promise.reject(new Error('nobody is signed in')),
  drop: () => undefined,
  held: () => [],
  header: () => ({}),
};

function learnt({ shown, absent, documents }: Learnt, others: ReadonlySet<string>): Diagnosis {
  const all = shown.length + absent.length;
  const begin = `The reference shows ${shown.length} of ${all} operations, in ${Object.keys(documents).length} documents`;
  if (others.size === 0) return ok('learnt', `${begin}, and calls nothing otherwise.`);
  return ok('learnt', `${begin}, and has ${others.size} things otherwise: ${named([...others])}.`);
}

function unsure({ unsure: open, contradictions, required }: Learnt): Diagnosis {
  const parts = [
    told(
      'not surely known, and taken as described',
      open.map(({ operation, field, place }) => `${operation} ${field ?? place}`),
    ),
    told('stated by the description and not shown', contradictions.map(fieldOf)),
    told('required, and not known', required.map(fieldOf)),
  ].filter((part) => part !== '');
  if (parts.length === 0) return ok('unsure', 'Every name that the description leaves open is known.');
  return warning(
    'unsure',
    `${parts.join('; ')}. casebridge learn --out FILE writes a file to look through and fill in.`,
  );
}

const fieldOf = ({ operation, field }: { readonly operation: string; readonly field: string }) =>
  `${operation} ${field}`;
const told = (what: string, names: readonly string[]) =>
  names.length === 0 ? '' : `${names.length} ${what}: ${named(names)}`;

/** @param before what servers go by */
function drift(
  before: DeploymentForm | undefined,
  { now, isFile }: { readonly now: DeploymentForm; readonly isFile: boolean },
): Diagnosis {
  if (before === undefined) return skipped('drift', 'Nothing was learnt before.');
  const since = before.learnt === undefined ? 'the file was written' : before.learnt.slice(0, 10);
  const changes = driftBetween(before, now);
  if (changes.length === 0) return ok('drift', `Nothing is otherwise since ${since}.`);
  const next = isFile
    ? `Write the file of ${settings.deployment.env} anew with casebridge learn --out FILE.`
    : 'Servers go by it within a day, and at once when they are started anew.';
  return warning('drift', `Since ${since}: ${named(changes)}. ${next}`);
}

const named = (names: readonly string[]) =>
  [
    ...names.slice(0, maxNamed),
    ...(names.length > maxNamed ? [`and ${names.length - maxNamed} more (casebridge learn)`] : []),
  ].join('; ');
