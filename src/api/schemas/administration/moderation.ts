import { Type } from 'typebox'
import { MAX_TERM_LENGTH, MAX_TERMS } from '../../../accounts/body-costs.ts'

const terms = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: MAX_TERM_LENGTH }), { maxItems: MAX_TERMS, description })

const lists = {
  allow: terms('Words and phrases that the account may say, whatever other lists forbid'),
  deny: terms('Words and phrases that the account may not say'),
}

export const moderationSchema = Type.Object(lists)
export const moderationPatchSchema = Type.Partial(moderationSchema)
