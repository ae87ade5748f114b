import { env } from 'onnxruntime-node'

/** The version of the library that runs models. It is part of an engine's version: another one may round otherwise. */
export const ONNX_RUNTIME_VERSION = env.versions.node ?? env.versions.common
