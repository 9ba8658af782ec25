import { calls, compose } from './repository/inside.ts';

/**
 * Script for a separate process: makes two calls with normal responses, then one with the response under test, and
 * prints how much its peak memory grew.
 */
const [url = ''] = process.argv.slice(2);
const inside = compose(url, { timeoutMs: 60_000 });
await inside.call(...calls.read);
await inside.call(...calls.read);
const before = process.resourceUsage().maxRSS;
const { code, text } = await inside.call(...calls.read);
const grownMb = (process.resourceUsage().maxRSS - before) / 1024;
console.log(JSON.stringify({ code, text, grownMb: Math.round(grownMb) }));
await inside.close();
