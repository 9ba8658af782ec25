import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const program = 'soffice';

/** Whether another program that writes office formats is here. */
export const hasLibreOffice = spawnSync(program, ['--version']).status === 0;

const filters: Readonly<Record<string, string>> = {
  doc: 'doc:MS Word 97',
  docx: 'docx:MS Word 2007 XML',
  xlsx: 'xlsx:Calc MS Excel 2007 XML',
  xls: 'xls:MS Excel 97',
};

/**
 * Writes a file in another format, by LibreOffice with a profile of its own.
 * @param reads the name of the filter that reads it, where the name of the file does not say it
 */
export async function convert(
  source: { readonly name: string; readonly text: string | Uint8Array },
  format: string,
  reads?: string,
): Promise<Uint8Array> {
  const folder = mkdtempSync(join(tmpdir(), 'office-'));
  try {
    writeFileSync(join(folder, source.name), source.text);
    await promisify(execFile)(
      program,
      [
        `-env:UserInstallation=${pathToFileURL(join(folder, 'profile'))}`,
        ...['--headless', '--norestore', '--convert-to', filters[format] ?? format],
        ...(reads === undefined ? [] : [`--infilter=${reads}`]),
        ...['--outdir', join(folder, 'out'), join(folder, source.name)],
      ],
      { timeout: 100_000 },
    );
    return readFileSync(join(folder, 'out', `${source.name.replace(/\.[^.]*$/, '')}.${format}`));
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
