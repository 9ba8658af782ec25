/** The same as `engines` of package.json, because Node does not look there when somebody starts a file. */
const isSupported = (): boolean => {
  const [major = 0, minor = 0, patch = 0] = process.versions.node.split('.').map(Number);
  return major === 20 ? minor > 18 || (minor === 18 && patch >= 1) : major >= 22;
};

// Imports of what this Node lacks fail while they load, so no import may stand before this check.
if (!isSupported()) {
  const { execPath, versions } = process;
  // Nothing read the language yet, so both are written.
  process.stderr.write(
    `casebridge needs Node.js 22 or newer, or 20.18.1 or newer of version 20. ${execPath} is ${versions.node}. Install a newer one, or start casebridge with it.\n` +
      `Для casebridge нужен Node.js 22 или новее либо версия 20 не старше 20.18.1. ${execPath} — это ${versions.node}. Установите более новый или запустите casebridge с ним.\n`,
  );
  // 2 as for a wrong setting, because another start does not help.
  process.exitCode = 2;
} else await import('./commands/program.ts');
