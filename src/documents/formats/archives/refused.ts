import { type Format, UnreadableError } from '../../format.ts';

/** Signatures of unsupported archives. */
const marks: readonly (readonly [kind: string, mark: readonly number[]])[] = [
  ['a RAR archive', [0x52, 0x61, 0x72, 0x21, 0x1a, 0x07]],
  ['a 7z archive', [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]],
  ['an xz archive', [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00]],
  ['a bzip2 archive', [0x42, 0x5a, 0x68]],
  ['a Zstandard archive', [0x28, 0xb5, 0x2f, 0xfd]],
  ['a CAB archive', [0x4d, 0x53, 0x43, 0x46]],
];

const kindOf = (bytes: Uint8Array) =>
  marks.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte))?.[0];

/** Archives that are recognized but not supported. */
export const refusedArchive: Format = {
  is: (bytes) => kindOf(bytes) !== undefined,
  read({ bytes }) {
    throw new UnreadableError(
      'unknown',
      `it is ${kindOf(bytes)}, but only ZIP, tar and gzip archives can be read: unpack it and upload its content`,
    );
  },
};
