import type { Answer } from '../../api/client/read-response.ts';
import type { FileOptions } from '../../api/client/transfer.ts';

export interface ByHand {
  /** File options that allow every file that the person names. */
  readonly files: FileOptions;
  /** Receives the file in the answer, or the location where it was stored. */
  readonly take: (answer: Pick<Answer, 'file' | 'stored'>) => void;
}
