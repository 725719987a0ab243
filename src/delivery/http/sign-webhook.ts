import { createHmac, randomBytes } from 'node:crypto'

const SECRET_PREFIX = 'whsec_'
const SECRET_BYTES = 32

/** In the format of Standard Webhooks. */
export function newWebhookSecret(): string {
  return SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64')
}

export interface SignedPost {
  /** The same for every attempt. */
  id: string
  at: Date
  body: string
  /** Newest first. The previous one also signs while it is valid. */
  secrets: readonly string[]
}

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
