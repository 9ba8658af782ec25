import type { Message } from './message.ts';

/** A message as a file of its own, for one that is a folder within another. */
export async function writeMessage({ headers, body, inside }: Message): Promise<Uint8Array> {
  const boundary = '=_part_of_a_message_within_another';
  const type = (value: string) => `Content-Type: ${value}\r\nContent-Transfer-Encoding: base64`;
  const parts = [`${type('text/plain; charset=utf-8')}\r\n\r\n${base64(Buffer.from(body.join('\r\n')))}`];
  for (const file of inside) {
    const name = `Content-Disposition: attachment; filename*=utf-8''${encodeURIComponent(file.name.replace(/\p{Cs}/gu, '_'))}`;
    parts.push(`${type('application/octet-stream')}\r\n${name}\r\n\r\n${base64(await file.open())}`);
  }
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(
    [
      `${head.join('')}MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary="${boundary}"\r\n`,
      ...parts.map((part) => `\r\n--${boundary}\r\n${part}`),
      `\r\n--${boundary}--\r\n`,
    ].join(''),
  );
}

const base64 = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64').replaceAll(/.{76}/g, '$&\r\n');
