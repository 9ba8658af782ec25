import { answerNames } from '../../contract/records/answer-names.ts';
import { isUuid } from '../../contract/uuid.ts';

/** Names that begin with a lower-case letter (API description, Health records and others). */
const small = new Set(
  `status totalDuration entries globalLog data errorCount warningCount duration requestProcessingTime longRequestCount
  id name description`.split(/\s+/),
);

/**
 * Checks for a field name of the API description, which may appear in casebridge's own sentences. Any other name could
 * carry a message of outsiders.
 */
export const isKnownField = (name: string): boolean =>
  answerNames.has(name) || small.has(name) || isUuid(name) || /^\d{1,6}$/.test(name);
