/** An entry of a package's `avatars`. */
export function packageAvatar(id: number, engineVoice: string, source: string | null = 'A test') {
  return {
    id,
    name: `Avatar ${id}`,
    style: 'Narration',
    accentType: 'None',
    characteristics: [],
    locale: 'en_US',
    language: 'English',
    languageVariant: null,
    source,
    otherTags: [],
    gender: 'female',
    engineVoice,
    previewText: 'Hello.',
  }
}
