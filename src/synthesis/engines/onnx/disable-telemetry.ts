/**
 * Turns off the telemetry of ONNX Runtime, which otherwise looks up a host of its maker and writes below the home folder. The library
 * reads the variable from the process when it opens its first model, and a worker's `process.env` is a copy that native code does not
 * see. So this module is imported by whatever opens models or starts threads that do, and takes effect on the main thread.
 */
process.env.ORT_DISABLE_TELEMETRY = '1'
