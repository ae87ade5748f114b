import type { Locale } from '../english/dialects.ts'
import type { Candidate, Fields, Grammar } from './candidate.ts'
import type { USUAL } from './question.ts'
import { type SpokenWord, say } from './spoken-word.ts'

/** How the classes of a grammar are said: a phrase in the notation of `say`, or the words themselves. */
export type Sayings = Readonly<Record<string, (fields: Fields, locale: Locale) => string | readonly SpokenWord[]>>

/** The classes of a written form, and the fields that they share; undefined if the form is none of the grammar. */
export type Shape<S extends Sayings> = { readonly fields: Fields; readonly classes: readonly (keyof S & string)[] }

export type Definition<S extends Sayings> = {
  readonly name: string
  readonly sayings: S
  readonly safest: (keyof S & string) | typeof USUAL
  readonly meanings?: Grammar['meanings']
  readonly findShape: (written: string, locale: Locale) => Shape<S> | undefined
}

/** A grammar from its sayings and the function that knows its shapes. */
export function defineGrammar<S extends Sayings>({
  name,
  sayings,
  safest,
  meanings,
  findShape,
}: Definition<S>): Grammar {
  return {
    name,
    safest,
    ...(meanings !== undefined && { meanings }),
    classes: Object.keys(sayings),
    propose(written, locale) {
      const shape = findShape(written, locale)
      return shape === undefined ? [] : shape.classes.map((one): Candidate => ({ class: one, fields: shape.fields }))
    },
    say({ class: kind, fields }, locale) {
      const said = sayings[kind]!(fields, locale)
      return typeof said === 'string' ? say(said) : said
    },
  }
}
