/** What the paths of our own API begin with. */
export const API_PREFIX = '/v1/tts'
