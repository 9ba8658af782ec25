/** As package.json says it to npm: whoever starts a program by its path asks npm nothing. */
const oldest = '20.18.1';

const isTooOld = (): boolean => {
  const [own = [], least = []] = [process.versions.node, oldest].map((version) =>
    version.split('.').map(Number),
  );
  const at = least.findIndex((part, place) => part !== own[place]);
  return at >= 0 && (own[at] ?? 0) < (least[at] ?? 0);
};

// What an older Node lacks stops the program while it is loaded: nothing of it may be imported before this.
if (isTooOld()) {
  const { execPath, versions } = process;
  // Whose language it is, only the program could tell.
  process.stderr.write(
    `casebridge needs Node.js ${oldest} or newer, and ${execPath} is ${versions.node}: install a newer one, or start casebridge with it.\n` +
      `Для casebridge нужен Node.js ${oldest} или новее, а ${execPath} — это ${versions.node}: установите новый или запустите casebridge с ним.\n`,
  );
  // As for a wrong setting: starting it again does not help.
  process.exitCode = 2;
} else await import('./commands/program.ts');
