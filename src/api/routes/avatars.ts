import type { App } from '../app.ts'
import { avatarListSchema, toAvatarBody } from '../schemas/avatar.ts'
import type { Services } from '../services.ts'

/** GET /avatars: every voice that can be chosen, with all of its fields. */
export function registerAvatarRoutes(app: App, { resources, links }: Services): void {
  app.get('/avatars', { schema: { response: { 200: avatarListSchema } } }, async () => ({
    avatars: resources.catalogue.voices.map(({ avatar }) => toAvatarBody(avatar, links.previewUrl(avatar.id))),
  }))
}
