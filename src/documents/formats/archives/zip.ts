import { isZip, readArchive } from '../../containers/archive.ts';
import type { Format } from '../../format.ts';
import { listContent } from './listing.ts';

/**
 * A ZIP archive with any content. Must come after all formats whose files are themselves ZIP archives, such as OOXML,
 * because it accepts those, too.
 */
export const zip: Format = {
  is: isZip,
  read: (request) => {
    const members = readArchive(request.bytes, request.limits).filter(({ isFolder }) => !isFolder);
    return listContent(request, 'ZIP archive', members);
  },
};
