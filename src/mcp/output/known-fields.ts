import { answerNames } from '../../contract/records/answer-names.ts';
import { isUuid } from '../../contract/uuid.ts';

/** Field names in the API description that begin with a lower-case letter (Health records and others). */
const small = new Set(
  `status totalDuration entries globalLog data errorCount warningCount duration requestProcessingTime longRequestCount
  id name description`.split(/\s+/),
);

/**
 * Checks whether a field name is harmless: a name in the API description, an id, or a number. Such names may appear in
 * casebridge's own sentences. Any other name could contain a message from outsiders.
 */
export const isKnownField = (name: string): boolean =>
  answerNames.has(name) || small.has(name) || isUuid(name) || /^\d{1,6}$/.test(name);
