import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'

export type UploadPlace = {
  readonly client: S3Client
  /** Of each request. */
  readonly options: { readonly abortSignal?: AbortSignal }
  readonly target: { readonly Bucket: string; readonly Key: string }
}

/** S3 takes parts of 5 MiB and more, the last one excepted, and 10,000 of them. */
const PART_BYTES = 8 << 20

/** Uploads what comes piece by piece. A small object is one request, a larger one a multipart upload, which is aborted if it fails. */
export async function uploadStream(
  { client, options, target }: UploadPlace,
  pieces: AsyncIterable<Uint8Array>,
): Promise<void> {
  const parts = joinPieces(pieces)
  const first = await parts.next()
  const second = await parts.next()
  if (second.done === true) {
    const Body = first.value ?? new Uint8Array(0)
    await client.send(new PutObjectCommand({ ...target, Body, ContentLength: Body.length }), options)
    return
  }
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(target), options)
  const upload = { ...target, UploadId }
  try {
    const Parts: { PartNumber: number; ETag: string | undefined }[] = []
    for await (const Body of follow([first.value!, second.value], parts)) {
      const part = { PartNumber: Parts.length + 1, Body, ContentLength: Body.length }
      const { ETag } = await client.send(new UploadPartCommand({ ...upload, ...part }), options)
      Parts.push({ PartNumber: part.PartNumber, ETag })
    }
    await client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }), options)
  } catch (error) {
    // Not awaited: a server that does not answer would hold up the error. What is left of an upload goes by the rules of the bucket.
    void client.send(new AbortMultipartUploadCommand(upload)).catch(() => {})
    throw error
  }
}

async function* joinPieces(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, undefined> {
  let held: Uint8Array[] = []
  let bytes = 0
  for await (const piece of pieces) {
    held.push(piece)
    bytes += piece.length
    if (bytes < PART_BYTES) continue
    yield Buffer.concat(held)
    held = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(held)
  return undefined
}

async function* follow(first: readonly Uint8Array[], rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* first
  yield* rest
}
