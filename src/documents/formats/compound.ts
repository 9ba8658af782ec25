import { isCompoundFile, readCompoundFile } from '../containers/compound-file.ts';
import { type Format, UnreadableError } from '../format.ts';

/** A compound file that no other format knows: damaged, or of a program whose files are not read. */
export const otherCompoundFile: Format = {
  is: isCompoundFile,
  read({ bytes }) {
    readCompoundFile(bytes);
    throw new UnreadableError('unknown', 'it is a file of a program (OLE) whose files are not read');
  },
};
