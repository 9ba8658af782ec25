import { isZip, readArchive } from '../../containers/archive.ts';
import type { Format } from '../../format.ts';
import { listContent } from './listing.ts';

/** Any ZIP archive. Must come after formats that are ZIP archives (OOXML), because it accepts those, too. */
export const zip: Format = {
  is: isZip,
  read: (request) => {
    const members = readArchive(request.bytes, request.limits).filter(({ isFolder }) => !isFolder);
    return listContent(request, 'ZIP archive', members);
  },
};
