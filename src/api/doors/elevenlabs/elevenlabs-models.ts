/** Models of ElevenLabs that clients name. They all sound alike: the voice decides how a text sounds. */
const NAMES: Readonly<Record<string, string>> = {
  eleven_multilingual_v2: 'Eleven Multilingual v2',
  eleven_v3: 'Eleven v3',
  eleven_flash_v2_5: 'Eleven Flash v2.5',
  eleven_flash_v2: 'Eleven Flash v2',
  eleven_turbo_v2_5: 'Eleven Turbo v2.5',
  eleven_turbo_v2: 'Eleven Turbo v2',
  eleven_monolingual_v1: 'Eleven English v1',
}

/** The models as ElevenLabs' API lists them. `maxTextLength` is in UTF-16 units. */
export function describeElevenLabsModels(maxTextLength: number): readonly object[] {
  return Object.entries(NAMES).map(([id, name]) => ({
    model_id: id,
    name,
    description: 'Answered by Declaim: the voice decides how the text sounds',
    can_be_finetuned: false,
    can_do_text_to_speech: true,
    can_do_voice_conversion: false,
    can_use_style: false,
    can_use_speaker_boost: false,
    serves_pro_voices: false,
    requires_alpha_access: false,
    token_cost_factor: 1,
    max_characters_request_free_user: maxTextLength,
    max_characters_request_subscribed_user: maxTextLength,
    maximum_text_length_per_request: maxTextLength,
    languages: [{ language_id: 'en', name: 'English' }],
    model_rates: { character_cost_multiplier: 1 },
    concurrency_group: 'standard',
  }))
}
