import { sha256 } from '../../accounts/sha256.ts'
import { ServiceError } from '../../errors.ts'
import type { KeptAnswer } from '../../storage/records/idempotency.ts'
import { findEndpoint } from '../../storage/records/webhook-endpoints.ts'

/** An answer that shows the secret of a webhook. */
type SecretAnswer = { readonly id: string; readonly secret: string }

type StoredAnswer = { readonly id: string; readonly secret?: string; readonly secret_sha256?: string }

/**
 * Keeps an answer with a hash in place of its secret. The webhook itself has the secret, so the answer is whole again if the request
 * is sent again. Then throws CONFLICT if the webhook has other secrets by now, and NOT_FOUND if it is gone.
 */
export function withoutSecret<Answer extends SecretAnswer>(accountId: string): KeptAnswer<Answer> {
  return {
    // A secret has 256 random bits, so its hash does not help to guess it.
    strip: ({ secret, ...rest }) => ({ ...rest, secret_sha256: sha256(secret) }),
    async restore(stored, transaction) {
      const { secret_sha256: hash, ...answer } = stored as StoredAnswer
      // Earlier versions stored the answer as it was.
      if (hash === undefined) return answer as Answer
      const endpoint = await findEndpoint(transaction, { accountId, id: answer.id })
      const secrets = [endpoint.secret, ...(endpoint.previousSecret ? [endpoint.previousSecret.secret] : [])]
      const secret = secrets.find((one) => sha256(one) === hash)
      if (secret === undefined)
        throw new ServiceError(
          'CONFLICT',
          `Cannot answer again with the secret of webhook ${answer.id}: it was replaced since; rotate it to get a new one`,
        )
      return { ...answer, secret } as Answer
    },
  }
}
