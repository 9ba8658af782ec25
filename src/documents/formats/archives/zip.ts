import { isZip, readArchive } from '../../containers/archive.ts';
import type { Format } from '../../format.ts';
import { listContent } from './listing.ts';

/** A ZIP archive of any content. Must follow the formats that are ZIP archives themselves. */
export const zip: Format = {
  is: isZip,
  read: (request) => {
    const members = readArchive(request.bytes, request.limits).filter(({ isFolder }) => !isFolder);
    return listContent(request, 'ZIP archive', members);
  },
};
