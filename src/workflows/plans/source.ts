import type { ChangeGiven, PlannedChanges } from '../../contract/features/planned-changes.ts';
import type { Language } from '../../contract/language.ts';
import { said } from '../../contract/worded.ts';
import { planMessages } from './messages.ts';
import type { ChangeSource } from './plan.ts';

const describing = 'Description';

/** Formats a place in a document as one line. */
export const sourceText = ({ document, page, passage }: ChangeSource): string =>
  [
    document,
    ...(page === undefined ? [] : [`p. ${page}`]),
    ...(passage === undefined ? [] : [`"${passage}"`]),
  ].join(', ');

/**
 * Adds the place in a document to the description of a record, if the record is new or gets a new description. The
 * existing description of a record is not changed.
 */
export async function withSource(
  changes: PlannedChanges,
  { tool, arguments: args }: ChangeGiven,
  source: ChangeSource | undefined,
  language: Language,
): Promise<ChangeGiven> {
  const given = args[describing];
  const isText = given === undefined || typeof given === 'string';
  if (source === undefined || !isText) return { tool, arguments: args };
  const takes = await changes.takes(tool, describing);
  if (takes === undefined || (!takes.isNew && given === undefined)) return { tool, arguments: args };
  const line = said(language, planMessages.source, { source: sourceText(source) });
  return { tool, arguments: { ...args, [describing]: given === undefined ? line : `${given}\n\n${line}` } };
}
