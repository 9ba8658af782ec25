import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServerApp } from '../../app.ts';
import { settings } from '../../config/settings.ts';
import { fileTrouble, UsageError } from '../../config/usage-error.ts';
import { formOfJson } from '../../deployment/forms/deployment-file.ts';
import { driftBetween, formOf, linesOf } from '../../deployment/forms/form.ts';
import type { Learnt } from '../../deployment/matching/learn.ts';
import { nothingLearnt } from '../../deployment/reading/nothing-learnt.ts';
import { type Command, type CommandContext, print } from '../command.ts';

/** `casebridge learn [--out FILE]`: what the service's own reference says, for a person to look through. */
export const learn: Pick<Command, 'run'> = {
  run: async ({ config, flags, toolbox }: CommandContext) => {
    const out = flags.out?.toString();
    const bridge = await createServerApp({ ...config(), learn: 'off' }, toolbox);
    const read = await bridge.deployment.read(bridge.principal().tokens);
    await bridge.close();
    if (typeof read === 'string') {
      process.stderr.write(`casebridge: nothing was learnt: ${nothingLearnt[read]}.\n`);
      return 1;
    }
    const form = formOf(read, new Date().toISOString());
    const before = out !== undefined && existsSync(out) ? earlier(out) : undefined;
    print(report(read, linesOf(form)));
    if (before !== undefined) print(listed('Changed since the file was written', driftBetween(before, form)));
    if (out === undefined) return 0;
    try {
      writeFileSync(out, `${JSON.stringify(form, null, 2)}\n`);
    } catch (error) {
      throw new UsageError(`--out (${JSON.stringify(out)}) cannot be written: ${fileTrouble(error)}.`);
    }
    print(`\nLook through ${out}, and use it with --${settings.deployment.flag}.`);
    return 0;
  },
};

/** What stands in a file that is about to be replaced: only to tell what is different now. */
function earlier(path: string) {
  try {
    return formOfJson(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return undefined;
  }
}

function report(learnt: Learnt, mapped: ReadonlySet<string>): string {
  const { shown, absent, deprecated, unsure, contradictions, required } = learnt;
  return [
    `The reference shows ${shown.length} of ${shown.length + absent.length} operations, in ${Object.keys(learnt.documents).length} documents.`,
    listed('Mapped', [...mapped]),
    listed(
      'Unsure, left as they are',
      unsure.map(({ operation, place, field, candidates }) => {
        const others = candidates.length > 0 ? `; perhaps ${candidates.join(', ')}` : '';
        return `${operation}: ${field ?? place}${others}`;
      }),
    ),
    listed('Not shown', absent),
    listed('Deprecated', deprecated),
    listed('Stated by the API’s description and not shown', contradictions.map(shownField)),
    listed('Required, and not known', required.map(shownField)),
  ]
    .filter((part) => part !== '')
    .join('\n');
}

const shownField = ({ operation, field }: { readonly operation: string; readonly field: string }) =>
  `${operation}: ${field}`;
const listed = (title: string, lines: readonly string[]) =>
  lines.length === 0 ? '' : `\n${title} (${lines.length})\n${lines.map((line) => `  ${line}`).join('\n')}`;
