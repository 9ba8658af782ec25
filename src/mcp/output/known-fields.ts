import { answerNames } from '../../contract/records/answer-names.ts';
import { isUuid } from '../../contract/uuid.ts';

/** The API description, Health records, and what else it writes with a small letter. */
const small = new Set(
  `status totalDuration entries globalLog data errorCount warningCount duration requestProcessingTime longRequestCount
  id name description`.split(/\s+/),
);

/**
 * Names of fields of records, by the API description: they may stand among the bridge's own words. Any other
 * may have been chosen by somebody to say something.
 */
export const isKnownField = (name: string): boolean =>
  answerNames.has(name) || small.has(name) || isUuid(name) || /^\d{1,6}$/.test(name);
