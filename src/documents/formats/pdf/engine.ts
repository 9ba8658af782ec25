import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { withoutMarkers } from '../../../contract/features/document-marks.ts';
import { UnreadableError } from '../../format.ts';

/** A place in the engine's memory. */
export type Pointer = number;

/** PDFium as it is called: names, arguments and results are those of its own headers. */
export interface PdfEngine {
  readonly HEAPU8: Uint8Array;
  readonly HEAPU16: Uint16Array;
  readonly HEAPU32: Uint32Array;
  readonly HEAPF32: Float32Array;
  readonly HEAPF64: Float64Array;
  readonly wasmExports: { malloc(size: number): Pointer; free(pointer: Pointer): void };
  /** 64 bytes for results that come by pointer; each call overwrites what the one before it left. */
  readonly scratch: Pointer;
  /** Every function of PDFium: numbers and pointers in, a number out. */
  call(name: string): (...values: number[]) => number;
}

/** More than any honest page needs; a page that needs more ends the engine, not the machine. */
const memoryLimit = 320 * 1024 * 1024;

let running: Promise<PdfEngine> | undefined;

/** The engine, started when the first PDF comes. */
function pdfEngine(): Promise<PdfEngine> {
  running ??= start();
  return running;
}

/**
 * Lets the engine work on a file. What makes it fail or fill its memory is the file's fault; it is started afresh for
 * the next one.
 * @throws UnreadableError
 */
export async function withEngine<T>(work: (engine: PdfEngine) => T): Promise<T> {
  const engine = await pdfEngine();
  try {
    return work(engine);
  } catch (error) {
    if (error instanceof UnreadableError) throw error;
    running = undefined;
    if (isEngineFault(error))
      throw new UnreadableError(
        'damaged',
        'the PDF makes its reader fail or needs more memory than it may have',
      );
    throw error;
  }
}

const isEngineFault = (error: unknown) =>
  error instanceof WebAssembly.RuntimeError ||
  error instanceof RangeError ||
  error instanceof WebAssembly.Exception;

async function start(): Promise<PdfEngine> {
  const { init } = await import('@embedpdf/pdfium');
  const code = await WebAssembly.compile(readFileSync(engineFile()));
  const { pdfium } = await init({
    instantiateWasm: (imports: EngineImports, ready: (instance: WebAssembly.Instance) => void) => {
      const grow = imports.env.emscripten_resize_heap;
      imports.env.emscripten_resize_heap = (bytes) => (bytes >>> 0 > memoryLimit ? 0 : grow(bytes));
      void WebAssembly.instantiate(code, imports).then(ready);
      return {};
    },
    // Otherwise the engine takes the path of this program, and fails if that has letters beyond ASCII.
    thisProgram: 'casebridge',
    print: () => undefined,
    printErr: () => undefined,
  } as object);
  const raw = pdfium as unknown as Omit<PdfEngine, 'call' | 'scratch'>;
  // The functions themselves: those of the package check at every call how they are called.
  const functions = raw.wasmExports as unknown as Record<string, (...values: number[]) => number>;
  const call = (name: string) => {
    const found = functions[name];
    if (found === undefined) throw new Error(`PDFium has no ${name}.`);
    return found;
  };
  call('PDFiumExt_Init')();
  return Object.assign(raw, { call, scratch: raw.wasmExports.malloc(64) });
}

interface EngineImports {
  readonly env: { emscripten_resize_heap: (bytes: number) => number };
}

/** The build puts it beside the program; otherwise it lies in its package. */
function engineFile(): URL | string {
  const beside = new URL('./pdfium.wasm', import.meta.url);
  return existsSync(beside) ? beside : createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm');
}

/** A text that PDFium writes as UTF-16 into a place of the length that it names when asked without one. */
export function wideText(engine: PdfEngine, ask: (place: Pointer, bytes: number) => number): string {
  const bytes = ask(0, 0);
  if (bytes <= 2 || bytes > 4_000_000) return '';
  const place = engine.wasmExports.malloc(bytes);
  try {
    ask(place, bytes);
    return withoutMarkers(Buffer.from(engine.HEAPU8.subarray(place, place + bytes - 2)).toString('utf16le'));
  } finally {
    engine.wasmExports.free(place);
  }
}

/** As `wideText`, of bytes that end in a zero. */
export function narrowText(engine: PdfEngine, ask: (place: Pointer, bytes: number) => number): string {
  const bytes = ask(0, 0);
  if (bytes <= 1 || bytes > 1_000_000) return '';
  const place = engine.wasmExports.malloc(bytes);
  try {
    ask(place, bytes);
    return withoutMarkers(Buffer.from(engine.HEAPU8.subarray(place, place + bytes - 1)).toString('utf8'));
  } finally {
    engine.wasmExports.free(place);
  }
}

/** Names of attachments and fields are asked for by key, as bytes that end in a zero. */
export function withKey<T>(engine: PdfEngine, key: string, use: (place: Pointer) => T): T {
  const bytes = Buffer.from(`${key}\0`, 'utf8');
  const place = engine.wasmExports.malloc(bytes.length);
  engine.HEAPU8.set(bytes, place);
  try {
    return use(place);
  } finally {
    engine.wasmExports.free(place);
  }
}
