import { createDocumentReader } from '../../../src/documents/reader.ts';

/**
 * Program that reads a good file. With `stuck`, it then reads a file that never ends. With `close`, it closes
 * the reader.
 */
const [thread = '', then] = process.argv.slice(2);
const reader = createDocumentReader({ thread: new URL(thread) });
const file = (name: string) => ({ name, bytes: Uint8Array.of(1) });
const { parts } = await reader.read(file('good'), undefined, undefined);
console.log(parts[0]?.text);
if (then === 'stuck') await reader.read(file('loop'), undefined, undefined);
if (then === 'close') {
  await reader.close();
  console.log('closed');
}
