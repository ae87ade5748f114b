import type { AudioEncoder, EncoderOptions } from '../../audio/encoding/audio-encoder.ts'
import { concatBytes } from '../../audio/encoding/concat-bytes.ts'
import { openPcmEncoder } from '../../audio/encoding/pcm-encoder.ts'
import type { ThreadEncoder } from './encoder-threads.ts'

/** Whether samples only have to be rounded: a call to a thread takes ten times as long as to do it here. */
export function isOnlyRounded({ format, inputSampleRate, sampleRate }: EncoderOptions): boolean {
  return (format === 'pcm' || format === 'wav') && inputSampleRate === sampleRate
}

/** An encoder of PCM on the calling thread. Its calls reject where those of an encoder in another thread do. */
export function openPcmInPlace(options: EncoderOptions): ThreadEncoder {
  let encoder: AudioEncoder | undefined = openPcmEncoder(options)
  const opened = (): AudioEncoder => {
    if (encoder === undefined) throw new Error('Cannot encode: the encoder is not open')
    return encoder
  }
  const finish = () => {
    const ending = opened()
    encoder = undefined
    return ending.finish()
  }
  return {
    encode: async (samples) => opened().encode(samples),
    async encodeLast(samples) {
      const bytes = opened().encode(samples)
      return concatBytes([bytes, finish().tail])
    },
    finish: async () => finish(),
    abandon() {
      encoder = undefined
    },
  }
}
