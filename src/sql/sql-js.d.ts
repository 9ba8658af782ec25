/** The part of the sql.js API that casebridge uses. */
declare module 'sql.js' {
  type EngineValue = string | number | bigint | null | Uint8Array;
  interface EngineStatement {
    bind(values: readonly (string | number | null)[]): boolean;
    run(values: readonly (string | number | null)[]): void;
    step(): boolean;
    get(bound: null, options: { useBigInt: boolean }): EngineValue[];
    getColumnNames(): string[];
    free(): boolean;
  }
  interface EngineDatabase {
    run(sql: string): EngineDatabase;
    exec(sql: string): { columns: string[]; values: EngineValue[][] }[];
    prepare(sql: string): EngineStatement;
    create_function(name: string, run: (...values: never[]) => unknown): EngineDatabase;
    close(): void;
  }
  interface Engine {
    readonly Database: new () => EngineDatabase;
  }
  namespace open {
    export type { Engine, EngineDatabase, EngineStatement, EngineValue };
  }
  const open: (options: { wasmBinary: Uint8Array }) => Promise<Engine>;
  export = open;
}
