export { AUDIO_FORMATS, type AudioFormat, type OutputFormat } from '../audio/encoding/audio-encoder.ts'

/** Hz that any format can be asked for. */
export const SAMPLE_RATES = [8000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000] as const
