/** Checks the Node.js version as in `engines` of package.json, which Node ignores when it runs a file. */
const isSupported = (): boolean => {
  const [major = 0, minor = 0, patch = 0] = process.versions.node.split('.').map(Number);
  return major === 20 ? minor > 18 || (minor === 18 && patch >= 1) : major >= 22;
};

// Check the version before any import, because importing the program fails on an older Node.
if (!isSupported()) {
  const { execPath, versions } = process;
  // Print both languages, because the language setting has not been read yet.
  process.stderr.write(
    `casebridge needs Node.js 22 or newer, or 20.18.1 or newer of version 20. ${execPath} is ${versions.node}. Install a newer one, or start casebridge with it.\n` +
      `Для casebridge нужен Node.js 22 или новее либо версия 20 не старше 20.18.1. ${execPath} — это ${versions.node}. Установите более новый или запустите casebridge с ним.\n`,
  );
  // Exit code 2, as for wrong settings, because a restart does not help.
  process.exitCode = 2;
} else await import('./commands/program.ts');
