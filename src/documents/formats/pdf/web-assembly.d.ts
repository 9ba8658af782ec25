/** The parts of WebAssembly that this program uses, because Node's type definitions do not declare them. */
declare namespace WebAssembly {
  interface Module {
    readonly kind: 'module';
  }
  interface Instance {
    readonly exports: Record<string, unknown>;
  }
  class RuntimeError extends Error {}
  class Exception extends Error {}
  function compile(bytes: Uint8Array): Promise<Module>;
  function instantiate(module: Module, imports: object): Promise<Instance>;
}
