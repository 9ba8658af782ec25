import { isCompoundFile, readCompoundFile } from '../containers/compound-file.ts';
import { type Format, UnreadableError } from '../format.ts';

/** A compound file of an unknown format, because it is damaged or its program is not supported. */
export const otherCompoundFile: Format = {
  is: isCompoundFile,
  read({ bytes }) {
    readCompoundFile(bytes);
    throw new UnreadableError('unknown', 'it is an OLE file of an unsupported program');
  },
};
