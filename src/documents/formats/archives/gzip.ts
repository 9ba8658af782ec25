import { gunzipSync } from 'node:zlib';
import { type Format, UnreadableError } from '../../format.ts';
import { listContent } from './listing.ts';

/** A single compressed file: `.gz`, `.tgz`. */
export const gzip: Format = {
  is: (bytes) => bytes[0] === 0x1f && bytes[1] === 0x8b && bytes[2] === 8,
  read(request) {
    const { bytes, name, limits } = request;
    const most = Math.min(limits.inflatedBytes, Math.max(1024 * 1024, bytes.length * limits.inflatedRatio));
    const open = () => {
      try {
        return gunzipSync(bytes, { maxOutputLength: most });
      } catch (error) {
        if (error instanceof RangeError)
          throw new UnreadableError('too large', `its unpacked content is larger than ${most} bytes`);
        throw new UnreadableError('damaged', 'its content cannot be unpacked');
      }
    };
    return listContent(request, 'gzip archive', [{ name: unpackedName(name), open }]);
  },
};

const unpackedName = (name: string) => name.replace(/\.tgz$/i, '.tar').replace(/\.gz$/i, '') || 'file';
