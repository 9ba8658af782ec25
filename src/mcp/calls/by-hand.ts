import type { Answer } from '../../api/client/read-response.ts';
import type { FileOptions } from '../../api/client/transfer.ts';

/** A person at the terminal of this machine. */
export interface ByHand {
  /** File options that allow every file that this person names. */
  readonly files: FileOptions;
  /** Receives a file of the answer, or its location. */
  readonly take: (answer: Pick<Answer, 'file' | 'stored'>) => void;
}
