import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const folder = fileURLToPath(new URL('./', import.meta.url));
const program = join(folder, '../../bin/casebridge.js');

/**
 * Commands that use features in which versions of Node have differed: checksums, compression, threads, processes,
 * WebAssembly.
 */
const tries = [
  { args: ['--version'], expected: /^\d+\.\d+\.\d+\n$/ },
  { args: ['read_document', 'id=Материалы дела', 'attachment=1'], expected: /Опись/ },
  { args: ['read_document', 'id=Поставка № 17, правки'], expected: /Покупатель оплачивает/ },
  { args: ['read_document', 'id=Письмо ответчика (скан)'], expected: /^PDF, 1 page/m },
  {
    args: ['draft_document', 'name=Letter', 'text=Dear colleague', 'case=Smith'],
    expected: /filed \| Letter/,
  },
  { args: ['query_records', 'sql=SELECT count(*) AS n FROM cases'], expected: /"n"/ },
];

/** Returns the folders of the packages that test/node/package.json lists for this machine, by version. */
export function packagedVersions(): ReadonlyMap<string, string> {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const suffix = `-${process.platform}-${process.arch}`;
  const names = Object.keys(manifest.optionalDependencies).filter((name) => name.endsWith(suffix));
  const nodeOf = (name: string) => join(folder, 'node_modules', name, 'bin/node');
  return new Map(
    names
      .filter((name) => existsSync(nodeOf(name)))
      .map((name) => [name.slice('node-'.length, -suffix.length), nodeOf(name)]),
  );
}

/** Starts casebridge, reads documents and drafts one with each version. Returns one line for each failure. */
export async function failuresByVersion(): Promise<readonly string[]> {
  const failures: string[] = [];
  for (const [version, node] of packagedVersions())
    for (const { args, expected } of tries) {
      const isCall = !args[0]?.startsWith('--');
      const { stdout } = await execute(node, [
        program,
        ...(isCall ? ['call', ...args, '--sandbox'] : args),
      ]).catch(({ stdout, stderr }: { stdout: string; stderr: string }) => ({
        stdout: `${stdout}${stderr}`,
      }));
      if (!expected.test(stdout))
        failures.push(`Node ${version}: ${args.join(' ')}: ${stdout.slice(0, 500)}`);
    }
  return failures;
}
