import { isCompoundFile, readCompoundFile } from '../containers/compound-file.ts';
import { type Format, UnreadableError } from '../format.ts';

/** A compound file of an unknown format: it is damaged, or its program is not supported. */
export const otherCompoundFile: Format = {
  is: isCompoundFile,
  read({ bytes }) {
    readCompoundFile(bytes);
    throw new UnreadableError('unknown', 'it is a file of a program (OLE) whose files are not read');
  },
};
