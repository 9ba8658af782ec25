import { createDocumentReader } from '../../../src/documents/reader.ts';

/** A process of its own: reads a good file, then one without end if it is told so; when neither, it has nothing to do. */
const [thread = '', isStuck] = process.argv.slice(2);
const reader = createDocumentReader({ thread: new URL(thread) });
const file = (name: string) => ({ name, bytes: Uint8Array.of(1) });
const { parts } = await reader.read(file('good'), undefined, undefined);
console.log(parts[0]?.text);
if (isStuck === 'stuck') await reader.read(file('loop'), undefined, undefined);
