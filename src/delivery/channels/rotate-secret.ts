import { replaceSecret } from '../../db/channels.ts'
import { DAY_MS } from '../../domain/time.ts'
import type { DeliveryDesk } from '../delivery-desk.ts'
import { newWebhookSecret } from '../http/sign-webhook.ts'

/** How long the previous key also signs. */
const BOTH_SIGN_MS = DAY_MS

export type RotatedSecret = { kind: 'rotated'; secret: string } | { kind: 'not-there' }

export async function rotateSecret(
  { db, vault }: Pick<DeliveryDesk, 'db' | 'vault'>,
  { userId, channelId, now }: { userId: number; channelId: number; now: Date },
): Promise<RotatedSecret> {
  const secret = newWebhookSecret()
  const until = new Date(now.getTime() + BOTH_SIGN_MS)
  const isReplaced = await replaceSecret(db, vault, { userId, channelId, secret, until })
  return isReplaced ? { kind: 'rotated', secret } : { kind: 'not-there' }
}
