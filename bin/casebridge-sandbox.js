#!/usr/bin/env node
// `casebridge sandbox` under a name of its own, for whoever needs the embedded service and no bridge.
process.argv.splice(2, 0, 'sandbox');
await import('./casebridge.js');
