import type { App } from '../../app.ts';
import { settings } from '../../config/settings.ts';
import type { Worded } from '../../contract/language.ts';
import { joined, type Note, worded } from '../../contract/worded.ts';
import type { DeploymentForm } from '../../deployment/forms/deployment-file.ts';
import { driftBetween, formOf, linesOf } from '../../deployment/forms/form.ts';
import type { Learnt } from '../../deployment/matching/learn.ts';
import { nothingLearnt } from '../../deployment/reading/nothing-learnt.ts';
import { writeForm } from '../learn/write-form.ts';
import { type CheckResult, failedBy, ok, skipped, warning } from './diagnosis.ts';
import { doctorMessages } from './messages.ts';

/** Maximum number of names in one line of output. */
const maxNamed = 12;

/**
 * Reports which operations the service's OpenAPI description contains, which names in it are uncertain, and what has
 * changed since it was last read.
 * @param out file for the result, which a person can edit
 */
export async function checkLearnt(
  { deployment, hasLogin, principal, sandbox }: App,
  out: string | undefined,
): Promise<CheckResult[]> {
  if (deployment.goesBy === 'description')
    return [
      skipped(
        'learnt',
        sandbox
          ? doctorMessages.asDescribed
          : worded(doctorMessages.learnOff, { name: settings.deployment.learn.env }),
      ),
    ];
  const before = await deployment.usual();
  const reading = await deployment.read(hasLogin ? principal().tokens : nobody);
  if (typeof reading === 'string')
    return [
      warning(
        'learnt',
        worded(doctorMessages.learntNothing, {
          why: nothingLearnt[reading],
          file: settings.deployment.file.env,
          fields: settings.deployment.fieldNames.env,
        }),
      ),
    ];
  const now = formOf(reading, new Date().toISOString());
  const isFile = deployment.goesBy === 'file';
  const found = [learnt(reading, linesOf(now)), unsure(reading), drift(before, { now, isFile })];
  return out === undefined ? found : [...found, written(out, now)];
}

/** Token source if nobody can sign in. It cannot read an OpenAPI description that requires a token. */
const nobody = {
  get: () => Promise.reject(new Error('nobody is signed in')),
  drop: () => undefined,
  held: () => [],
  header: () => ({}),
};

function learnt({ shown, absent, documents }: Learnt, others: readonly Worded[]): CheckResult {
  const all = shown.length + absent.length;
  const begin = worded(doctorMessages.shows, {
    shown: shown.length,
    all,
    documents: Object.keys(documents).length,
  });
  if (others.length === 0) return ok('learnt', worded(doctorMessages.showsSame, { begin }));
  const names = named(others);
  return ok('learnt', worded(doctorMessages.showsOthers, { begin, count: others.length, names }));
}

function unsure({ unsure: open, contradictions, required }: Learnt): CheckResult {
  const parts = [
    told(
      'unsureKnown',
      open.map(({ operation, field, place }) => `${operation} ${field ?? place}`),
    ),
    told('unsureStated', contradictions.map(fieldOf)),
    told('unsureRequired', required.map(fieldOf)),
  ].flat();
  if (parts.length === 0) return ok('unsure', doctorMessages.allKnown);
  return warning('unsure', worded(doctorMessages.fillIn, { parts: joined(parts, '; ') }));
}

/** Writes the file. Reports an error as a failed check. */
function written(out: string, form: DeploymentForm): CheckResult {
  try {
    writeForm(out, form);
    return ok('file', worded(doctorMessages.written, { file: out, flag: settings.deployment.file.flag }));
  } catch (error) {
    return failedBy('file', error);
  }
}

const fieldOf = ({ operation, field }: { readonly operation: string; readonly field: string }) =>
  `${operation} ${field}`;
const told = (what: 'unsureKnown' | 'unsureStated' | 'unsureRequired', names: readonly string[]): Worded[] =>
  names.length === 0 ? [] : [worded(doctorMessages[what], { count: names.length, names: named(names) })];

/** Reports changes in the service's OpenAPI description. @param before names that servers currently use */
function drift(
  before: DeploymentForm | undefined,
  { now, isFile }: { readonly now: DeploymentForm; readonly isFile: boolean },
): CheckResult {
  if (before === undefined) return skipped('drift', doctorMessages.neverLearnt);
  const since = before.learnt === undefined ? doctorMessages.fileWritten : before.learnt.slice(0, 10);
  const changes = driftBetween(before, now);
  if (changes.length === 0) return ok('drift', worded(doctorMessages.sameSince, { since }));
  const next = isFile
    ? worded(doctorMessages.writeAnew, { name: settings.deployment.file.env })
    : doctorMessages.withinDay;
  return warning('drift', worded(doctorMessages.otherSince, { since, names: named(changes), next }));
}

const named = (names: readonly Note[]): Worded =>
  joined(
    [
      ...names.slice(0, maxNamed),
      ...(names.length > maxNamed
        ? [worded(doctorMessages.andMore, { count: names.length - maxNamed })]
        : []),
    ],
    '; ',
  );
