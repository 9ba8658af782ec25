import { existsSync, readFileSync } from 'node:fs';
import { settings } from '../../config/settings.ts';
import type { Language, Worded } from '../../contract/language.ts';
import { said } from '../../contract/worded.ts';
import { formOfJson } from '../../deployment/forms/deployment-file.ts';
import { driftBetween, formOf, linesOf } from '../../deployment/forms/form.ts';
import type { Learnt } from '../../deployment/matching/learn.ts';
import { nothingLearnt } from '../../deployment/reading/nothing-learnt.ts';
import { type Command, type CommandContext, print } from '../command.ts';
import { commandMessages } from '../messages.ts';
import { withServerApp } from '../with-app.ts';
import { writeForm } from './write-form.ts';

/** `casebridge learn [--out FILE]`: reports the contents of the service's OpenAPI description for review. */
export const learn: Pick<Command, 'run'> = {
  run: async ({ config, flags, toolbox, language }: CommandContext) => {
    const out = flags.out?.toString();
    const chosen = config();
    const unlearnt = { ...chosen, deployment: { ...chosen.deployment, learn: 'off' as const } };
    const read = await withServerApp(unlearnt, toolbox, async (bridge) =>
      bridge.deployment.read(bridge.principal().tokens),
    );
    if (typeof read === 'string') {
      process.stderr.write(
        `${said(language, commandMessages.nothingLearnt, { why: nothingLearnt[read] })}\n`,
      );
      return 1;
    }
    const form = formOf(read, new Date().toISOString());
    const before = out !== undefined && existsSync(out) ? earlier(out) : undefined;
    print(report(read, linesIn(linesOf(form), language), language));
    if (before !== undefined)
      print(listed(commandMessages.changedSince[language], linesIn(driftBetween(before, form), language)));
    if (out === undefined) return 0;
    writeForm(out, form);
    print(
      `\n${said(language, commandMessages.lookThrough, { file: out, flag: settings.deployment.file.flag })}`,
    );
    return 0;
  },
};

/** Reads the file that is about to be replaced, only to report the differences. */
function earlier(path: string) {
  try {
    return formOfJson(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return undefined;
  }
}

function report(learnt: Learnt, mapped: readonly string[], language: Language): string {
  const titled = (title: keyof typeof commandMessages, lines: readonly string[]) =>
    listed(commandMessages[title][language], lines);
  const { shown, absent, deprecated, unsure, contradictions, required } = learnt;
  return [
    said(language, commandMessages.referenceShows, {
      shown: shown.length,
      all: shown.length + absent.length,
      documents: Object.keys(learnt.documents).length,
    }),
    titled('mapped', mapped),
    titled(
      'unsure',
      unsure.map(({ operation, place, field, candidates }) => {
        const others =
          candidates.length > 0
            ? said(language, commandMessages.perhaps, { names: candidates.join(', ') })
            : '';
        return `${operation}: ${field ?? place}${others}`;
      }),
    ),
    titled('notShown', absent),
    titled('deprecated', deprecated),
    titled('contradictions', contradictions.map(shownField)),
    titled('required', required.map(shownField)),
  ]
    .filter((part) => part !== '')
    .join('\n');
}

const linesIn = (lines: readonly Worded[], language: Language) => lines.map((line) => line[language]);
const shownField = ({ operation, field }: { readonly operation: string; readonly field: string }) =>
  `${operation}: ${field}`;
const listed = (title: string, lines: readonly string[]) =>
  lines.length === 0 ? '' : `\n${title} (${lines.length})\n${lines.map((line) => `  ${line}`).join('\n')}`;
