/** The part of WebAssembly that this project uses; TypeScript's own declaration comes only with the browser's. */
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array)
  }
  class Instance {
    constructor(module: Module, imports?: object)
    readonly exports: Readonly<Record<string, unknown>>
  }
  function compile(bytes: Uint8Array): Promise<Module>
}
