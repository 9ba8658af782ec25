import { hasMarks, runsOf } from '../../../contract/features/documents/document-marks.ts';
import type { Message } from './message.ts';

/** Writes an embedded message as a file in the format of RFC 5322. */
export async function writeMessage({ headers, body, inside }: Message): Promise<Uint8Array> {
  const boundary = '=_part_of_a_message_within_another';
  const type = (value: string) => `Content-Type: ${value}\r\nContent-Transfer-Encoding: base64`;
  const isPage = body.some(hasMarks);
  const text = isPage ? `<pre>${body.map(asHtml).join('\n')}</pre>` : body.join('\r\n');
  const parts = [
    `${type(`text/${isPage ? 'html' : 'plain'}; charset=utf-8`)}\r\n\r\n${base64(Buffer.from(text))}`,
  ];
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

/** Converts a line to HTML, because plain text would lose marks for hidden text. */
const asHtml = (line: string): string =>
  runsOf(line)
    .map(({ marks, text }) => {
      const own = text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
      const labels = marks.map(({ label }) => label);
      const shown = labels.includes('picture') ? `<img alt="${own}">` : own;
      return labels.includes('hidden') ? `<span hidden>${shown}</span>` : shown;
    })
    .join('');

const base64 = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64').replaceAll(/.{76}/g, '$&\r\n');
