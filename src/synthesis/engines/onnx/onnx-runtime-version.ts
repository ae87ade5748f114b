import { env } from 'onnxruntime-node'

/** Version of the library that runs models. It is part of an engine's version, because another version may round differently. */
export const ONNX_RUNTIME_VERSION = env.versions.node ?? env.versions.common
