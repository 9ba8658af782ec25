import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const program = 'soffice';

/** Checks whether LibreOffice is installed. */
export const hasLibreOffice = spawnSync(program, ['--version']).status === 0;

/** LibreOffice's names of the formats, with options. */
const filters = {
  doc: ['MS Word 97'],
  docx: ['MS Word 2007 XML'],
  odt: ['writer8'],
  fodt: ['OpenDocument Text Flat XML'],
  rtf: ['Rich Text Format'],
  txt: ['Text (encoded)', 'UTF8'],
  pdf: ['writer_pdf_Export'],
  xls: ['MS Excel 97'],
  xlsx: ['Calc MS Excel 2007 XML'],
  ods: ['calc8'],
  html: ['HTML (StarWriter)'],
  csv: ['Text - txt - csv (StarCalc)', '44,34,76,1'],
} as const satisfies Readonly<Record<string, readonly [name: string, options?: string]>>;
type OfficeFormat = keyof typeof filters;

/** A file, and the formats to convert it to. */
export interface OfficeSource {
  readonly name: `${string}.${OfficeFormat}`;
  readonly content: string | Uint8Array;
  readonly formats: readonly OfficeFormat[];
}

/**
 * Converts all files in one run of LibreOffice, with a separate profile.
 * @returns the converted files by name: the name of the source with the extension of the format
 */
export async function writtenByLibreOffice(
  sources: readonly OfficeSource[],
): Promise<ReadonlyMap<string, Buffer>> {
  const folder = mkdtempSync(join(tmpdir(), 'office-'));
  const out = join(folder, 'out');
  mkdirSync(out);
  try {
    const savings = sources.flatMap(({ name, content, formats }) => {
      writeFileSync(join(folder, name), content);
      return formats.map((format) => ({ from: name, to: name.replace(/\.[^.]*$/, `.${format}`), format }));
    });
    const lines = savings.map(({ from, to, format }) => {
      const [reads, writes] = [filters[from.replace(/^.*\./, '') as OfficeFormat], filters[format]];
      const files = [join(folder, from), join(out, to)].map((file) => pathToFileURL(file).href);
      return `Save(${[...files, ...said(reads), ...said(writes)].map((text) => `"${text}"`).join(', ')})`;
    });
    writeProfile(join(folder, 'profile'), lines);
    await promisify(execFile)(
      program,
      [
        `-env:UserInstallation=${pathToFileURL(join(folder, 'profile'))}`,
        ...['--headless', '--norestore', 'macro:///Standard.Files.Main'],
      ],
      { timeout: 100_000 },
    );
    return new Map(savings.map(({ to }) => [to, readFileSync(join(out, to))]));
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

const said = ([name, options = '']: readonly [string, string?]) => [name, options];

/**
 * Writes a LibreOffice profile that counts as set up and contains a macro. With an empty profile, LibreOffice would run
 * its setup at its first start.
 */
function writeProfile(profile: string, lines: readonly string[]): void {
  const library = join(profile, 'user/basic/Standard');
  mkdirSync(library, { recursive: true });
  const xml = (path: string, text: string) =>
    writeFileSync(join(profile, 'user', path), `<?xml version="1.0" encoding="UTF-8"?>\n${text}`);
  const spaces = 'xmlns:library="http://openoffice.org/2000/library"';
  xml(
    'registrymodifications.xcu',
    '<oor:items xmlns:oor="http://openoffice.org/2001/registry"><item oor:path="/org.openoffice.Setup/Office"><prop oor:name="ooSetupInstCompleted" oor:op="fuse"><value>true</value></prop></item></oor:items>',
  );
  xml(
    'basic/script.xlc',
    `<!DOCTYPE library:libraries PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "libraries.dtd"><library:libraries ${spaces}><library:library library:name="Standard" library:link="false"/></library:libraries>`,
  );
  xml(
    'basic/Standard/script.xlb',
    `<!DOCTYPE library:library PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "library.dtd"><library:library ${spaces} library:name="Standard" library:readonly="false" library:passwordprotected="false"><library:element library:name="Files"/></library:library>`,
  );
  xml(
    'basic/Standard/Files.xba',
    `<!DOCTYPE script:module PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "module.dtd"><script:module xmlns:script="http://openoffice.org/2000/script" script:name="Files" script:language="StarBasic">${basic(lines).replaceAll('&', '&amp;').replaceAll('"', '&quot;')}</script:module>`,
  );
}

const basic = (lines: readonly string[]) => `
Function Named(name As String, value) As Object
  Dim property As New com.sun.star.beans.PropertyValue
  property.Name = name
  property.Value = value
  Named = property
End Function
Sub Save(source As String, target As String, reads As String, readsBy As String, writes As String, writesBy As String)
  document = StarDesktop.loadComponentFromURL(source, "_blank", 0, Array(Named("Hidden", True), Named("FilterName", reads), Named("FilterOptions", readsBy)))
  document.storeToURL(target, Array(Named("FilterName", writes), Named("FilterOptions", writesBy)))
  document.close(True)
End Sub
Sub Main
  ${lines.join('\n  ')}
  StarDesktop.terminate()
End Sub
`;
