#!/usr/bin/env node
import { existsSync } from 'node:fs';

// In git as it is, so that a package that was made before a build says what is missing.
const program = new URL('../dist/src/main.js', import.meta.url);
if (existsSync(program)) await import(program.href);
else {
  process.stderr.write(
    'casebridge was not built before it was installed or packed: run npm ci and npm run build in its folder, then install or pack it again.\n',
  );
  process.exitCode = 1;
}
