import { isCallError } from '../../contract/errors.ts';
import type { ChangeGiven, PlannedChanges } from '../../contract/features/planned-changes.ts';
import type { Language } from '../../contract/language.ts';
import type { OperationClient } from '../../contract/operations/operation-client.ts';
import { said } from '../../contract/worded.ts';
import { readId } from '../../domain/links.ts';
import { documentRecord, read as readRecord } from '../../domain/records.ts';
import { isRussian } from '../../util/is-russian.ts';
import { planMessages } from './messages.ts';
import type { ChangeSource } from './plan.ts';

const describing = 'Description';

/**
 * Creates a function that returns a document's name by its id or link. Returns other text, and the id of a document
 * that cannot be read, unchanged. Reads each document once.
 */
export function documentNames(operations: OperationClient): (given: string) => Promise<string> {
  const read = new Map<string, Promise<string>>();
  return (given) => {
    const name = read.get(given) ?? nameOf(operations, given);
    read.set(given, name);
    return name;
  };
}

async function nameOf(operations: OperationClient, given: string): Promise<string> {
  try {
    const id = readId(given, 'document');
    if (id === undefined) return given;
    const { Name: name } = readRecord(documentRecord, await operations.call('get_document', { id }));
    return name ?? given;
  } catch (error) {
    if (!isCallError(error)) throw error;
    return given;
  }
}

export const sourceText = (language: Language, { document, page, passage }: ChangeSource): string =>
  [
    document,
    ...(page === undefined ? [] : [said(language, planMessages.page, { page })]),
    ...(passage === undefined ? [] : [said(language, planMessages.passage, { passage })]),
  ].join(', ');

/**
 * Returns the language for text in a record. If the server has the default language, the language of the other texts in
 * the change decides, because the readers of the record may use another language than the assistant.
 */
const languageOf = (texts: readonly unknown[], language: Language): Language =>
  isRussian(texts.filter((one) => typeof one === 'string').join(' ')) ? 'ru' : language;

/**
 * Adds the place in a document to the description of a record, if the record is new or gets a new description. The
 * existing description of a record is not changed.
 * @param language language of the server
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
  const spoken = languageOf([args.Name, given, source.document, source.passage], language);
  const line = said(spoken, planMessages.source, { source: sourceText(spoken, source) });
  return { tool, arguments: { ...args, [describing]: given === undefined ? line : `${given}\n\n${line}` } };
}
