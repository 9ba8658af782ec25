/**
 * What the service calls things, and what its deployments may call otherwise. What a deployment names itself is known by
 * its system name first, and by words of its name last.
 */

/** Of an object or a case. */
export const objectStatus = { inWork: 'InWork', archived: 'Archived' } as const;
/** Of an entry of a folder of documents. */
export const entityKind = { file: 'File', folder: 'Folder' } as const;
/** Who a task is given to. */
export const responsibleType = { user: 'User', group: 'Group' } as const;

/** Who attends an event (the API description, Attendee). */
export const attendeeType = { email: 'Email', participant: 'Participant', user: 'User' } as const;
/** Sort of a participant (the API description, Participant). */
export const participantType = { individual: 'Individual', company: 'Company' } as const;

/** A dictionary that the service needs, whatever it is called. */
export interface DictionaryTerm {
  readonly systemName: string;
  /** In names and system names of a deployment’s own. */
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

/** The API description, System fields of a table row. */
export const isSystemTag = (text: string) => /^Project_/i.test(text);
