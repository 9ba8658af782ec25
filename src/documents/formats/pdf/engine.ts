import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { withoutMarkers } from '../../../contract/features/documents/document-marks.ts';
import { UnreadableError } from '../../format.ts';

export type Pointer = number;

/** PDFium. The names, arguments and results are those of the functions in its C headers. */
export interface PdfEngine {
  readonly HEAPU8: Uint8Array;
  readonly HEAPU16: Uint16Array;
  readonly HEAPU32: Uint32Array;
  readonly HEAPF32: Float32Array;
  readonly HEAPF64: Float64Array;
  readonly wasmExports: { malloc(size: number): Pointer; free(pointer: Pointer): void };
  /** Address of 64 bytes for results that PDFium returns by pointer. Each call overwrites the previous results. */
  readonly scratch: Pointer;
  /** Returns a function of PDFium. It takes numbers and pointers and returns a number. */
  call(name: string): (...values: number[]) => number;
}

/** Maximum memory, in bytes. A page that needs more fails, so that it cannot exhaust the machine. */
const memoryLimit = 320 * 1024 * 1024;

let running: Promise<PdfEngine> | undefined;

/** Returns the engine, starting it on the first call. */
function pdfEngine(): Promise<PdfEngine> {
  running ??= start();
  return running;
}

/**
 * Runs `work` with the engine. If a file makes the engine fail or exceed its memory, the engine is restarted
 * for the next file.
 * @throws UnreadableError if the engine fails
 */
export async function withEngine<T>(work: (engine: PdfEngine) => T): Promise<T> {
  const engine = await pdfEngine();
  try {
    return work(engine);
  } catch (error) {
    if (error instanceof UnreadableError) throw error;
    running = undefined;
    if (isEngineFault(error))
      throw new UnreadableError('damaged', 'the PDF crashes its reader or needs too much memory');
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
    // Set explicitly. Otherwise the engine uses the path of this program and fails if the path contains non-ASCII
    // characters.
    thisProgram: 'casebridge',
    print: () => undefined,
    printErr: () => undefined,
  } as object);
  const raw = pdfium as unknown as Omit<PdfEngine, 'call' | 'scratch'>;
  // Use the exported functions directly, because the wrappers of the package check their arguments on every call.
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

/** Returns the location of the engine: next to the built program, or in its package if there is no build. */
function engineFile(): URL | string {
  const beside = new URL('./pdfium.wasm', import.meta.url);
  return existsSync(beside) ? beside : createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm');
}

/** Reads a UTF-16 string. `ask` writes it to the buffer; for an empty buffer, `ask` returns the required size. */
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

/** Reads a zero-terminated UTF-8 string. `ask` works as in `wideText`. */
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

/** Passes a key to PDFium as a zero-terminated string. */
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
