import { Type } from 'typebox'
import type { Library } from '../../storage/records/libraries.ts'

const name = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' })

export const libraryInputSchema = Type.Object({ name })
export const libraryPatchSchema = Type.Partial(libraryInputSchema)

export const librarySchema = Type.Object({ library_id: Type.String(), name: Type.String() })
export const libraryCreatedSchema = Type.Object({ library_id: Type.String() })
export const libraryListSchema = Type.Object({ count: Type.Integer(), libraries: Type.Array(librarySchema) })

export const libraryParametersSchema = Type.Object({ library_id: Type.String() })

export function toLibraryBody({ id, name }: Library) {
  return { library_id: id, name }
}
