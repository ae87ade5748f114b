import type { ByteTable } from '../byte-table.ts'
import { packSections, readSections } from '../sectioned-file.ts'
import type { TagWeights } from './tag-words.ts'

/** What is learnt from the treebank. The number of weights is the size of the space into which features are hashed. */
export type TaggingModel = {
  /** What kind of word each frequent word usually is, by its hash. */
  readonly kinds: ByteTable
  readonly tagger: TagWeights
  /** Weights by which a gap is tight. Their sum is a log-odds, in steps of `tightStep`. */
  readonly tight: Int8Array
  readonly tightStep: number
}

const FILE_KIND = { kind: 'DTAG', version: 2 }

/** Opens a packed model (data/tagging/en-us.bin). Sections: f64 step of the weights of gaps, u16 checks and u8 kinds of words, i8 weights of tags and of gaps. */
export function openTaggingModel(bytes: Uint8Array): TaggingModel {
  const [step, checks, kinds, tagger, tight] = readSections(bytes, FILE_KIND)
  return {
    // Copied, because wider numbers must begin at an even address.
    kinds: { checks: new Uint16Array(new Uint8Array(checks!).buffer), values: kinds! },
    tagger: viewSigned(tagger!),
    tight: viewSigned(tight!),
    tightStep: new Float64Array(new Uint8Array(step!).buffer)[0]!,
  }
}

function viewSigned({ buffer, byteOffset, byteLength }: Uint8Array): Int8Array {
  return new Int8Array(buffer, byteOffset, byteLength)
}

/** Packs a model into the bytes that `openTaggingModel` opens. */
export function packTaggingModel({
  kinds,
  tagger,
  tight,
  tightStep,
}: TaggingModel & { readonly tagger: Int8Array }): Uint8Array {
  return packSections(
    [Float64Array.of(tightStep), kinds.checks, kinds.values, tagger, tight].map(
      ({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength),
    ),
    FILE_KIND,
  )
}
