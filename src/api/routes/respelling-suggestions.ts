import { suggestRespellings } from '../../text/respelling/suggest-respellings.ts'
import type { App } from '../app.ts'
import { parseRespellingQuery, respellingListSchema } from '../schemas/respelling.ts'
import type { Services } from '../services.ts'

/** GET /respelling_suggestions: the ways a word is said, in the respelling notation. */
export function registerRespellingRoute(app: App, { resources }: Services): void {
  app.get('/respelling_suggestions', { schema: { response: { 200: respellingListSchema } } }, async ({ query }) => {
    const { word, locale } = parseRespellingQuery(query)
    const { lexicon, letterToSound, homographs, readings } = resources
    const respellings = suggestRespellings(word, { lexicon, letterToSound, homographs, readings, locale })
    return respellings.map((respelling) => ({ word, phonetic_respelling: respelling }))
  })
}
