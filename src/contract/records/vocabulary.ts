/**
 * Terms of the service that a deployment may rename. A term is recognized first by its system name, and otherwise by
 * words in its name.
 */

/** Status of an object or a case. */
export const objectStatus = { inWork: 'InWork', archived: 'Archived' } as const;
/** Type of an entry in a folder of documents. */
export const entityKind = { file: 'File', folder: 'Folder' } as const;
/** Type of a responsible of a task. */
export const responsibleType = { user: 'User', group: 'Group' } as const;

/** Type of an attendee (API description, Attendee). */
export const attendeeType = { email: 'Email', participant: 'Participant', user: 'User' } as const;
/** Type of a participant (API description, Participant). */
export const participantType = { individual: 'Individual', company: 'Company' } as const;

/** A dictionary that casebridge needs, whatever its name in a deployment. */
export interface DictionaryTerm {
  readonly systemName: string;
  /** Matches names and system names that a deployment chose. */
  readonly words: RegExp;
}

export const dictionaryTerms = {
  stage: { systemName: 'Stage', words: /stage|стади[яий]/i },
  taskName: { systemName: 'TaskName', words: /task ?(?:name|title)|(?:наименовани|названи)[еяй] задач/i },
  documentType: {
    systemName: 'DocumentType',
    words: /document ?(?:type|kind|category)|(?:тип|вид|категори)(?:ы|я|и)? документ/i,
  },
} as const satisfies Readonly<Record<string, DictionaryTerm>>;

/** Checks whether a tag is that of a system field (API description, System fields of a table row). */
export const isSystemTag = (text: string) => /^Project_/i.test(text);
