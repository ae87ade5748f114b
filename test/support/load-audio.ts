/** For tests in pure folders, which may not load files themselves. */
export {
  loadAac,
  loadEncoders,
  loadLame,
  loadOpus,
  loadResamplerLibrary,
} from '../../src/speaking/threads/load-audio-libraries.ts'
