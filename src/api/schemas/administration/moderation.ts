import { Type } from 'typebox'

const terms = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 1000, description })

const lists = {
  allow: terms('Words and phrases that the account may say, whatever other lists forbid'),
  deny: terms('Words and phrases that the account may not say'),
}

export const moderationSchema = Type.Object(lists)
export const moderationPatchSchema = Type.Partial(moderationSchema)
