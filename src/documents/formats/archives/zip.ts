import { isZip, readArchive } from '../../containers/archive.ts';
import type { Format } from '../../format.ts';
import { listContent } from './listing.ts';

/** An archive whose files are opened one by one. It comes after those formats that are archives themselves. */
export const zip: Format = {
  is: isZip,
  read: (request) => {
    const members = readArchive(request.bytes, request.limits).filter(({ isFolder }) => !isFolder);
    return listContent(request, 'ZIP archive', members);
  },
};
