import { deflateSync } from 'node:zlib';
import { bomb, member, rawZip } from './bombs.ts';
import { type Bait, bytesOf, type HostileFile, joined, noise } from './hostile-file.ts';

type Content = string | readonly [dictionary: string, stream: Uint8Array];

/** Creates a PDF of these objects, numbered from 1. The first is its catalogue. */
function pdf(objects: readonly Content[], trailer = ''): Uint8Array {
  const parts: Uint8Array[] = [bytesOf('%PDF-1.7\n')];
  const offsets: number[] = [];
  let at = parts[0]?.length ?? 0;
  for (const [index, one] of objects.entries()) {
    offsets.push(at);
    const [dictionary, stream] = typeof one === 'string' ? [one, undefined] : one;
    const body = stream
      ? joined(`<<${dictionary} /Length ${stream.length}>>\nstream\n`, stream, '\nendstream')
      : joined(dictionary);
    const part = joined(`${index + 1} 0 obj\n`, body, '\nendobj\n');
    parts.push(part);
    at += part.length;
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  return joined(
    ...parts,
    `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<</Size ${objects.length + 1} /Root 1 0 R ${trailer}>>\nstartxref\n${at}\n%%EOF\n`,
  );
}

const catalogue = '<</Type /Catalog /Pages 2 0 R>>';
const box = '/MediaBox [0 0 595 842]';
const oneOf = (page: string, ...more: readonly Content[]) =>
  pdf([
    catalogue,
    `<</Type /Pages /Kids [3 0 R] /Count 1 ${box}>>`,
    `<</Type /Page /Parent 2 0 R ${page}>>`,
    ...more,
  ]);
const font = '/Resources <</Font <</F <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>>>>>';
const words = ['', bytesOf('BT /F 12 Tf 50 700 Td (A claim) Tj ET')] as const;
const good = () => oneOf(`${font} /Contents 4 0 R`, words);
/** Returns a compressed stream with a zlib header. The checksum is missing, because no reader reaches it. */
const packed = (megabytes: number, letter?: string) => joined('\x78\xda', bomb(megabytes, letter));
const fileFont = (key: string, program: Uint8Array): Uint8Array =>
  oneOf(
    '/Resources <</Font <</F 5 0 R>>>> /Contents 4 0 R',
    words,
    '<</Type /Font /Subtype /TrueType /BaseFont /A /FirstChar 0 /LastChar 255 /FontDescriptor 6 0 R>>',
    `<</Type /FontDescriptor /FontName /A /Flags 4 /${key} 7 0 R>>`,
    ['', program],
  );

export const hostilePdfs = ({ url, path }: Bait): readonly HostileFile[] => [
  {
    name: 'a hundred thousand pages.pdf',
    make: () =>
      pdf([
        catalogue,
        `<</Type /Pages /Count 100000 ${box} /Kids [${Array.from({ length: 100_000 }, (_, at) => `${at + 3} 0 R`).join(' ')}]>>`,
        ...Array.from({ length: 100_000 }, () => '<</Type /Page /Parent 2 0 R>>'),
      ]),
  },
  {
    name: 'a thousand million pages.pdf',
    make: () =>
      pdf([
        catalogue,
        `<</Type /Pages /Count 1000000000 /Kids [3 0 R] ${box}>>`,
        '<</Type /Page /Parent 2 0 R>>',
      ]),
  },
  {
    name: 'pages in a circle.pdf',
    make: () =>
      pdf([
        catalogue,
        '<</Type /Pages /Count 5 /Kids [2 0 R 3 0 R]>>',
        '<</Type /Pages /Parent 2 0 R /Count 5 /Kids [2 0 R]>>',
      ]),
  },
  {
    name: 'tables in a circle.pdf',
    make: () => {
      const at = good().lastIndexOf(Buffer.from('xref\n0')[0] ?? 0);
      return pdf([catalogue, `<</Type /Pages /Kids [] /Count 0>>`], `/Prev ${at}`);
    },
  },
  { name: 'objects that are each other.pdf', make: () => pdf(['2 0 R', '1 0 R']) },
  {
    name: 'lengths in a circle.pdf',
    make: () => oneOf('/Contents 4 0 R', '<</Length 4 0 R>>\nstream\nBT ET\nendstream'),
  },
  {
    name: 'a gigabyte to draw.pdf',
    make: () => oneOf(`${font} /Contents 4 0 R`, ['/Filter /FlateDecode', packed(1024, ' ')]),
  },
  {
    name: 'packed in packed.pdf',
    make: () =>
      oneOf('/Contents 4 0 R', [`/Filter [${'/FlateDecode '.repeat(1000)}]`, deflateSync(packed(100))]),
  },
  {
    name: 'a million letters in one place.pdf',
    make: () =>
      oneOf(`${font} /Contents 4 0 R`, [
        '/Filter /FlateDecode',
        deflateSync(bytesOf(`BT /F 12 Tf ${'(AAAAAAAAAA) Tj '.repeat(200_000)}ET`)),
      ]),
  },
  {
    name: 'states in states.pdf',
    make: () => oneOf('/Contents 4 0 R', ['', bytesOf('q '.repeat(1_000_000))]),
  },
  {
    name: 'forms in forms.pdf',
    make: () =>
      oneOf(
        '/Resources <</XObject <</X 5 0 R>>>> /Contents 4 0 R',
        ['', bytesOf('/X Do '.repeat(100))],
        [
          `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources <</XObject <</X 5 0 R>>>>`,
          bytesOf('/X Do '.repeat(100)),
        ],
      ),
  },
  {
    name: 'forms that double.pdf',
    make: () =>
      oneOf(
        '/Resources <</XObject <</X 5 0 R>>>> /Contents 4 0 R',
        ['', bytesOf('/X Do')],
        ...Array.from(
          { length: 25 },
          (_, at): Content => [
            `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources <</XObject <</X ${at + 6} 0 R>>>>`,
            bytesOf('/X Do /X Do'),
          ],
        ),
      ),
  },
  {
    name: 'a picture of sixty thousand by sixty thousand.pdf',
    make: () =>
      oneOf(
        '/Resources <</XObject <</X 5 0 R>>>> /Contents 4 0 R',
        ['', bytesOf('500 0 0 500 0 0 cm /X Do')],
        [
          '/Type /XObject /Subtype /Image /Width 60000 /Height 60000 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode',
          packed(1024),
        ],
      ),
  },
  { name: 'a page as large as a town.pdf', make: () => oneOf('/MediaBox [0 0 1000000000 1000000000]') },
  { name: 'a page of no size.pdf', make: () => oneOf('/MediaBox [0 0 0 -5]') },
  {
    name: 'numbers.pdf',
    make: () =>
      oneOf(`/MediaBox [0 0 ${'9'.repeat(400)} 1e999] /Rotate 99999999999 /Contents 4 0 R`, [
        '',
        bytesOf(`${'9'.repeat(100_000)} 0 0 -${'9'.repeat(1000)} 0 0 cm`),
      ]),
  },
  {
    name: 'lists in lists.pdf',
    make: () => pdf([`<</Type /Catalog /Pages 2 0 R /A ${'['.repeat(200_000)}`, '<</Type /Pages>>']),
  },
  {
    name: 'what runs.pdf',
    make: () =>
      pdf([
        `<</Type /Catalog /Pages 2 0 R /OpenAction <</S /JavaScript /JS (app.launchURL\\("${url}"\\))>> /AA <</WC <</S /Launch /F (${path})>>>>>>`,
        `<</Type /Pages /Kids [3 0 R] /Count 1 ${box}>>`,
        `<</Type /Page /Parent 2 0 R /AA <</O <</S /URI /URI (${url})>>>>>>`,
      ]),
  },
  {
    name: 'under a password.pdf',
    make: () =>
      pdf(
        [
          catalogue,
          `<</Type /Pages /Kids [] /Count 0>>`,
          `<</Filter /Standard /V 2 /R 3 /Length 128 /P -4 /O <${'41'.repeat(32)}> /U <${'42'.repeat(32)}>>>`,
        ],
        '/Encrypt 3 0 R /ID [<00><00>]',
      ),
  },
  {
    name: 'under an unknown lock.pdf',
    make: () =>
      pdf([catalogue, '<</Type /Pages /Kids [] /Count 0>>', '<</Filter /Nobody /V 99>>'], '/Encrypt 3 0 R'),
  },
  { name: 'cut.pdf', make: () => good().subarray(0, 300) },
  { name: 'nothing but a beginning.pdf', make: () => bytesOf('%PDF-1.7') },
  { name: 'no pages.pdf', make: () => pdf([catalogue, '<</Type /Pages /Kids [] /Count 0>>']) },
  {
    name: 'a font of noise.pdf',
    make: () => fileFont('FontFile2', joined('\0\x01\0\0\0\x10\0\0\0\0\0\0', noise(100_000))),
  },
  {
    name: 'a font of a gigabyte.pdf',
    make: () => {
      const program = packed(1024);
      return oneOf(
        '/Resources <</Font <</F 5 0 R>>>> /Contents 4 0 R',
        words,
        '<</Type /Font /Subtype /TrueType /BaseFont /A /FontDescriptor 6 0 R>>',
        '<</Type /FontDescriptor /FontName /A /Flags 4 /FontFile2 7 0 R>>',
        ['/Filter /FlateDecode', program],
      );
    },
  },
  {
    name: 'a font of calls without end.pdf',
    make: () =>
      fileFont(
        'FontFile',
        bytesOf(
          `%!PS-AdobeFont-1.0: A\n/Subrs 1 array dup 0 {0 callsubr} put\n${'currentfile eexec '.repeat(10_000)}`,
        ),
      ),
  },
  {
    name: 'letters that are a book each.pdf',
    make: () =>
      oneOf(
        '/Resources <</Font <</F 5 0 R>>>> /Contents 4 0 R',
        ['', bytesOf(`BT /F 9 Tf (${'A'.repeat(50_000)}) Tj ET`)],
        '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 6 0 R>>',
        [
          '',
          bytesOf(
            `begincmap 1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfchar <41> <${'0416'.repeat(5000)}> endbfchar endcmap`,
          ),
        ],
      ),
  },
  {
    name: 'outlines in a circle.pdf',
    make: () =>
      pdf([
        '<</Type /Catalog /Pages 2 0 R /Outlines 4 0 R>>',
        `<</Type /Pages /Kids [3 0 R] /Count 1 ${box}>>`,
        '<</Type /Page /Parent 2 0 R>>',
        '<</First 5 0 R /Last 5 0 R>>',
        '<</Title (A) /Next 5 0 R /First 5 0 R>>',
      ]),
  },
  {
    name: 'files in it that are itself.pdf',
    make: () =>
      pdf([
        '<</Type /Catalog /Pages 2 0 R /Names <</EmbeddedFiles 4 0 R>>>>',
        `<</Type /Pages /Kids [3 0 R] /Count 1 ${box}>>`,
        '<</Type /Page /Parent 2 0 R>>',
        '<</Kids [4 0 R 4 0 R] /Names [(a) 5 0 R]>>',
        '<</Type /Filespec /F (a.pdf) /EF <</F 1 0 R>>>>',
      ]),
  },
  {
    name: 'a PDF that is an archive.pdf',
    make: () => joined(good(), rawZip([member('word/document.xml', '<a/>')])),
  },
  { name: 'an archive that is a PDF.zip', make: () => joined(rawZip([member('a.txt', 'text')]), good()) },
  { name: 'a page that is a PDF.html', make: () => joined('<html>', good()) },
  { name: 'a PDF with another name.docx', make: good },
];
