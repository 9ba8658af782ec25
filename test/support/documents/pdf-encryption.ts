import { createHash } from 'node:crypto';

/** Bytes that pad a password to 32 bytes. */
const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');
const identifier = Buffer.from('casebridge-tests');
const permissions = -4;

const md5 = (...parts: Uint8Array[]) => createHash('md5').update(Buffer.concat(parts)).digest();
const padded = (password: string) => Buffer.concat([Buffer.from(password), padding]).subarray(0, 32);

function rc4(key: Uint8Array, data: Uint8Array): Buffer {
  const state = Array.from({ length: 256 }, (_, at) => at);
  const swap = (a: number, b: number) => {
    const held = state[a] ?? 0;
    state[a] = state[b] ?? 0;
    state[b] = held;
  };
  for (let at = 0, other = 0; at < 256; at += 1) {
    other = (other + (state[at] ?? 0) + (key[at % key.length] ?? 0)) & 255;
    swap(at, other);
  }
  let [one, two] = [0, 0];
  return Buffer.from(data).map((byte) => {
    one = (one + 1) & 255;
    two = (two + (state[one] ?? 0)) & 255;
    swap(one, two);
    return byte ^ (state[((state[one] ?? 0) + (state[two] ?? 0)) & 255] ?? 0);
  }) as Buffer;
}

/**
 * Encrypts the streams of a PDF from `pdfFile` with 40-bit RC4.
 * @param password user password; if empty, the file opens without a password
 */
export function encryptedPdf(file: Uint8Array, password: string): Buffer {
  const owner = rc4(md5(padded('owner')).subarray(0, 5), padded(password));
  const flags = Buffer.alloc(4);
  flags.writeInt32LE(permissions);
  const key = md5(padded(password), owner, flags, identifier).subarray(0, 5);
  const bytes = Buffer.from(file);
  for (let at = bytes.indexOf('stream\n'); at >= 0; at = bytes.indexOf('stream\n', at)) {
    const start = at + 'stream\n'.length;
    const head = bytes.toString('latin1', bytes.lastIndexOf(' 0 obj\n', at) - 12, at);
    const number = Number(/(\d+) 0 obj/.exec(head)?.[1]);
    const length = Number(/\/Length (\d+) >>\n$/.exec(head)?.[1]);
    const own = md5(key, Buffer.from([number & 255, (number >> 8) & 255, 0, 0, 0])).subarray(0, 10);
    bytes.set(rc4(own, bytes.subarray(start, start + length)), start);
    at = start + length + '\nendstream'.length;
  }
  const entries = `/Encrypt << /Filter /Standard /V 1 /R 2 /O <${owner.toString('hex')}> /U <${rc4(key, padding).toString('hex')}> /P ${permissions} >> /ID [<${identifier.toString('hex')}> <${identifier.toString('hex')}>]`;
  const end = bytes.lastIndexOf(' >>\nstartxref');
  return Buffer.concat([bytes.subarray(0, end), Buffer.from(` ${entries}`), bytes.subarray(end)]);
}
