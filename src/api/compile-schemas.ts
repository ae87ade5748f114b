import ajvCompiler from '@fastify/ajv-compiler'
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'

type ValidatorOptions = Parameters<ReturnType<typeof ajvCompiler>>
type SerializerOptions = Parameters<ReturnType<typeof SerializerSelector>>

/** What was compiled for each schema. Schemas are constants, and all servers compile them with the same options. */
const validators = new WeakMap<object, unknown>()
const serializers = new WeakMap<object, unknown>()

/**
 * Fastify's own compilers, which compile each schema once per process. By itself, Fastify compiles the schema of an error again for each
 * route that answers with it.
 */
export const COMPILE_ONCE = {
  buildValidator: (...options: ValidatorOptions) => compileOnce(ajvCompiler()(...options), validators),
  buildSerializer: (...options: SerializerOptions) => compileOnce(SerializerSelector()(...options), serializers),
}

function compileOnce<Compile extends (route: never) => unknown>(
  compile: Compile,
  compiled: WeakMap<object, unknown>,
): Compile {
  const once = (route: { readonly schema: object }): unknown => {
    if (!compiled.has(route.schema)) compiled.set(route.schema, compile(route as never))
    return compiled.get(route.schema)
  }
  return once as unknown as Compile
}
