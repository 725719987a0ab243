import { createHmac, randomBytes } from 'node:crypto'

const SECRET_PREFIX = 'whsec_'
const SECRET_BYTES = 32

/** As Standard Webhooks write it. */
export function newWebhookSecret(): string {
  return SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64')
}

export interface SignedPost {
  /** The same for every attempt. */
  id: string
  at: Date
  body: string
  /** The newest first; a previous one signs as well while it counts. */
  secrets: readonly string[]
}

/** The headers of Standard Webhooks. */
export function signWebhook({ id, at, body, secrets }: SignedPost) {
  const timestamp = Math.floor(at.getTime() / 1000)
  const signature = (secret: string) =>
    createHmac('sha256', Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64'))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets.map((secret) => `v1,${signature(secret)}`).join(' '),
  }
}
