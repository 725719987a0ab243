import type { Kysely } from 'kysely'
import type { Vault } from '../../db/at-rest/vault.ts'
import type { DB } from '../../db/database.ts'
import { unsubscribeKey } from '../../db/secrets.ts'
import { type ChannelOfDelivery, findChannelOfDelivery } from '../../db/unsubscribing.ts'
import type { DeliveryDesk } from '../delivery-desk.ts'
import { type MessageClaim, readMessageToken } from '../message-token.ts'

export type UnsubscribeLink =
  | { kind: 'wrong-token' }
  | { kind: 'gone' }
  | { kind: 'found'; channel: ChannelOfDelivery; publicationId: number }

export async function readUnsubscribeLink(
  db: Kysely<DB>,
  vault: Vault,
  token: string,
): Promise<UnsubscribeLink> {
  const claim = readMessageToken(await unsubscribeKey(db, vault), 'unsubscribe', token)
  if (claim === undefined) return { kind: 'wrong-token' }
  const channel = await findChannelOfDelivery(db, vault, claim)
  if (channel === undefined || channel.wentToFormerAddress) return { kind: 'gone' }
  return { kind: 'found', channel, publicationId: claim.publicationId }
}

export async function readManageLink(
  { db, vault }: DeliveryDesk,
  token: string,
): Promise<MessageClaim | undefined> {
  return readMessageToken(await unsubscribeKey(db, vault), 'manage', token)
}
