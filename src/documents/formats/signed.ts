import { readBer, stringOf, valuesIn } from '../ber.ts';
import { type Format, UnreadableError } from '../format.ts';
import { mailMessages } from '../notes/messages.ts';

/** Content type at the beginning of a signature file: `signedData` in Cryptographic Message Syntax (RFC 5652). */
const signedData = Buffer.from('06092a864886f70d010702', 'hex');
const extension = /\.(?:p7m|p7s|p7b|sig|sgn|cms)$/i;

/** A detached signature, or a signature that contains the signed file (`.p7s`, `.p7m`, `.sig`). */
export const signed: Format = {
  is: (bytes) => binaryOf(bytes) !== undefined,
  read({ bytes, name }) {
    const file = readBer(binaryOf(bytes) ?? bytes, 0);
    if (file === undefined) throw new UnreadableError('damaged', 'the signature is cut off');
    const content = contentOf(file.bytes);
    const inner = { name: name.replace(extension, '') || 'signed file', size: content?.length ?? 0 };
    return {
      kind: 'electronic signature',
      unit: 'part',
      total: 1,
      parts: [
        {
          number: 1,
          text: content ? `1. ${inner.name}, ${inner.size} bytes` : '(a signature without the signed file)',
        },
      ],
      inside: content ? [{ ...inner, open: () => content }] : [],
      notes: [mailMessages.signatureUnchecked],
    };
  },
};

/** Returns the DER bytes, decoded from base64 if necessary. Returns undefined if the bytes are not a signature. */
function binaryOf(bytes: Uint8Array): Uint8Array | undefined {
  const isSigned = (some: Uint8Array) =>
    some[0] === 0x30 && Buffer.from(some.subarray(0, 24)).includes(signedData);
  if (isSigned(bytes)) return bytes;
  const start = Buffer.from(bytes.subarray(0, 80)).toString('latin1');
  const head = /^-----BEGIN (?:PKCS7|CMS)-----\s+/.exec(start)?.[0] ?? '';
  if (!/^M[A-Za-z0-9+/]{30}/.test(start.slice(head.length))) return undefined;
  const binary = Buffer.from(Buffer.from(bytes).toString('latin1').slice(head.length), 'base64');
  return isSigned(binary) ? binary : undefined;
}

/** Returns the signed content, which follows the version and the digests, if any. */
function contentOf(file: Uint8Array): Uint8Array | undefined {
  const [, explicit] = valuesIn({ bytes: file });
  const [data] = explicit ? valuesIn(explicit) : [];
  const [, , enclosed] = data ? valuesIn(data) : [];
  const [, wrapped] = enclosed ? valuesIn(enclosed) : [];
  const [content] = wrapped ? valuesIn(wrapped) : [];
  return content && stringOf(content);
}
