import { parentPort } from 'node:worker_threads';

/** Replaces the worker thread that reads files. It misbehaves in a way that the file's name determines. */
const kept = [];
const deeds = {
  loop() {
    for (;;);
  },
  buffers() {
    for (;;) kept.push(Buffer.alloc(1024 * 1024, 1));
  },
  wasm() {
    const memory = new WebAssembly.Memory({ initial: 1, maximum: 65_536 });
    for (;;) {
      const pages = memory.grow(16);
      new Uint8Array(memory.buffer).fill(1, pages * 65_536);
    }
  },
  heap() {
    for (;;) kept.push({ some: `text ${kept.length}`, more: [kept.length] });
  },
  exit() {
    process.exit(3);
  },
  throw() {
    throw new Error('a secret word of the file');
  },
  reject() {
    void Promise.reject(new Error('nobody hears of it'));
  },
  unexpected() {
    return { failed: 'error', at: 'TypeError\n    at some-format.ts:1' };
  },
  refuse() {
    return { refused: { reason: 'encrypted', message: 'the PDF requires a password' } };
  },
};

parentPort.on('message', ({ question, bytes }) => {
  const deed = deeds[question.name];
  const content = {
    kind: 'text',
    unit: 'part',
    total: 1,
    parts: [
      {
        number: 1,
        text: `${question.name}: ${bytes.length} bytes, the last ${bytes.at(-1)}, ${process.pid}`,
      },
    ],
    attachments: [],
    properties: {},
    notes: [],
  };
  const said = deed ? deed() : { content };
  if (said) parentPort.postMessage(said);
});
