/**
 * Terms that a deployment may rename. casebridge recognizes such a term by its system name, and otherwise by words in
 * its name.
 */

/** Status of an object or a case. */
export const objectStatus = { inWork: 'InWork', archived: 'Archived' } as const;
/** Type of an entry in a document folder (API description, Documents). */
export const entityKind = { file: 'File', folder: 'Folder' } as const;
/** Type of a person or group that is responsible for a task. */
export const responsibleType = { user: 'User', group: 'Group' } as const;

/** Type of an attendee (API description, Attendee). */
export const attendeeType = { email: 'Email', participant: 'Participant', user: 'User' } as const;
/** Type of a participant (API description, Participant). */
export const participantType = { individual: 'Individual', company: 'Company' } as const;

/** A dictionary that casebridge needs. Deployments may give it another name. */
export interface DictionaryTerm {
  readonly systemName: string;
  /** Matches the names and system names that deployments may give the dictionary. */
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

/** Checks whether a tag belongs to a system field (API description, System fields of a table row). */
export const isSystemTag = (text: string) => /^Project_/i.test(text);
