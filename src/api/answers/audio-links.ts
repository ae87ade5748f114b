import { createHmac, timingSafeEqual } from 'node:crypto'
import { clipFile } from '../../delivery/clips/audio-keys.ts'
import { contentTypeOf } from '../../delivery/files/content-types.ts'
import { ServiceError } from '../../errors.ts'
import type { BlobStore } from '../../storage/blob-store.ts'
import type { Clip } from '../../storage/records/clips.ts'

/** A link to a clip's file: it needs no key, cannot be guessed, and ends at a time that is part of it. */
export type ClipLink = {
  readonly clipId: string
  /** Epoch seconds. */
  readonly expires: string
  readonly signature: string
}

/** `isStored`: its file exists. */
export type LinkedClip = Pick<Clip, 'id' | 'format'> & { readonly expiresAt: number; readonly isStored: boolean }

/** Makes and checks the links of one service. */
export type AudioLinks = {
  /** The link to a clip's file, from now until `expiresAt` in epoch milliseconds; a link straight to the store ends after a week at the latest. */
  clipUrl(clip: LinkedClip): Promise<string>
  previewUrl(speakerId: number): string
  /** The public URL of a path of the service. */
  pageUrl(path: string): string
  /** The link that signs a browser in to the Studio. The code is in the fragment, so that no server or proxy logs it. */
  signInUrl(code: string): string
  /** The link to the file of an export, from now until `expiresAt` in epoch milliseconds. It ends with the name of the file. */
  exportUrl(file: { readonly id: string; readonly name: string; readonly expiresAt: number }): string
  /** Throws NOT_FOUND if the link is not one of this service. */
  check(link: ClipLink): void
  /** The same for the file of an export. */
  checkExport(link: Omit<ClipLink, 'clipId'> & { readonly exportId: string }): void
}

export type AudioLinksOptions = {
  /** What URLs begin with; no slash at the end. A function, because the port may be known only after listening. */
  readonly publicUrl: () => string
  readonly secret: string
  readonly clock: () => number
  /** Makes links that lead straight to the store of the audio; undefined if all lead to this service. */
  readonly presign: BlobStore['presign']
}

/** Links signed with HMAC-SHA-256 of the clip's id and the time of expiry. */
export function createAudioLinks({ publicUrl, secret, clock, presign }: AudioLinksOptions): AudioLinks {
  const sign = (clipId: string, expires: string): string =>
    createHmac('sha256', secret).update(`${clipId} ${expires}`).digest('base64url')

  return {
    async clipUrl({ id, format: output, expiresAt, isStored }) {
      const { key, skippedBytes } = clipFile(id, output)
      const { format } = output
      const seconds = Math.floor((expiresAt - clock()) / 1000)
      // A part of a stored file has no link of its own.
      if (presign !== undefined && isStored && skippedBytes === 0 && seconds > 0)
        return await presign(key, { seconds, contentType: contentTypeOf(format) })
      const expires = String(Math.floor(expiresAt / 1000))
      return `${publicUrl()}/audio/clips/${id}/${expires}/${sign(id, expires)}.${format}`
    },
    exportUrl({ id, name, expiresAt }) {
      const expires = String(Math.floor(expiresAt / 1000))
      return `${publicUrl()}/audio/exports/${id}/${expires}/${sign(`export ${id}`, expires)}/${encodeURIComponent(name)}`
    },
    pageUrl: (path) => `${publicUrl()}${path}`,
    signInUrl: (code) => `${publicUrl()}/#sign-in=${code}`,
    previewUrl: (speakerId) => `${publicUrl()}/audio/previews/${speakerId}.mp3`,
    check({ clipId, expires, signature }) {
      if (!isEqual(signature, sign(clipId, expires))) {
        throw new ServiceError(
          'NOT_FOUND',
          'Cannot find this audio: the link was changed, or is of another service; GET /clips/{clip_id} gives it again',
        )
      }
    },
    checkExport({ exportId, expires, signature }) {
      if (!isEqual(signature, sign(`export ${exportId}`, expires)))
        throw new ServiceError(
          'NOT_FOUND',
          'Cannot find this file: the link was changed, or is of another service; GET /exports/{export_id} gives it again',
        )
    },
  }
}

/** The error for the link of a clip that has expired. */
export function linkExpired(clipId: string, expiredAt: number): ServiceError {
  const message = `Cannot play clip ${clipId}: its link expired at ${toIsoTime(expiredAt)}; render it again`
  return new ServiceError('NOT_FOUND', message, { status: 410 })
}

function isEqual(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}

function toIsoTime(epochMs: number): string {
  return `${new Date(epochMs).toISOString().slice(0, 19)}Z`
}
