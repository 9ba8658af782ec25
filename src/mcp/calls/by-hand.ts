import type { Answer } from '../../api/client/read-response.ts';
import type { FileOptions } from '../../api/client/transfer.ts';

/** Somebody at a shell of this machine. */
export interface ByHand {
  /** Any file that this person names. */
  readonly files: FileOptions;
  /** Takes a file that is the answer, as it is or where it lies. */
  readonly take: (answer: Pick<Answer, 'file' | 'stored'>) => void;
}
