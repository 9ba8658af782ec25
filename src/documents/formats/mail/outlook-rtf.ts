import { UnreadableError } from '../../format.ts';
import { viewOf } from '../../view-of.ts';

/** Initial content of the compression window (MS-OXRTFCP 2.1.2.1). */
const dictionary =
  '{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx';
const compressed = 0x75465a4c;
const stored = 0x414c454d;
const windowSize = 4096;
/** Maximum expansion factor: two compressed bytes become at most seventeen. */
const maxGrowth = 9;

/** Decompresses Outlook's compressed RTF. @throws UnreadableError if the data is damaged */
export function inflateRtf(bytes: Uint8Array): Uint8Array {
  if (bytes.length < 16) throw damaged();
  const view = viewOf(bytes);
  const size = Math.min(view.getUint32(4, true), bytes.length * maxGrowth);
  const type = view.getUint32(8, true);
  if (type === stored) return bytes.subarray(16, 16 + size);
  if (type !== compressed) throw damaged();
  const window = new Uint8Array(windowSize);
  let write = Buffer.from(dictionary, 'latin1').copy(window);
  const out = new Uint8Array(size);
  let length = 0;
  const put = (byte: number) => {
    if (length < size) out[length++] = byte;
    window[write] = byte;
    write = (write + 1) % windowSize;
  };
  for (let at = 16; at < bytes.length && length < size; ) {
    const flags = bytes[at++] ?? 0;
    for (let bit = 0; bit < 8 && at < bytes.length; bit += 1) {
      if ((flags & (1 << bit)) === 0) {
        put(bytes[at++] ?? 0);
        continue;
      }
      const reference = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
      at += 2;
      const from = reference >> 4;
      // A reference to the current write position marks the end.
      if (from === write) return out.subarray(0, length);
      for (let step = 0; step < (reference & 15) + 2; step += 1) put(window[(from + step) % windowSize] ?? 0);
    }
  }
  return out.subarray(0, length);
}

const damaged = () => new UnreadableError('damaged', 'the text of the message cannot be unpacked');
