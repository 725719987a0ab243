import type { Kysely } from 'kysely'
import type { Vault } from '../../db/at-rest/vault.ts'
import type { DB } from '../../db/database.ts'
import { unsubscribeKey } from '../../db/secrets.ts'
import { findToldChannel, type ToldChannel } from '../../db/unsubscribing.ts'
import { readUnsubscribe } from '../unsubscribe-token.ts'

export type UnsubscribeLink =
  | { kind: 'wrong-token' }
  /** The channel was removed, or the whole account: nothing is sent there any more. */
  | { kind: 'gone' }
  | { kind: 'found'; channel: ToldChannel; publicationId: number }

/** Whom a link to unsubscribe speaks for. Whoever holds the message holds the link; it is all they need. */
export async function readUnsubscribeLink(
  db: Kysely<DB>,
  vault: Vault,
  token: string,
): Promise<UnsubscribeLink> {
  const claim = readUnsubscribe(await unsubscribeKey(db, vault), token)
  if (claim === undefined) return { kind: 'wrong-token' }
  const channel = await findToldChannel(db, vault, claim.channelId)
  if (channel === undefined) return { kind: 'gone' }
  return { kind: 'found', channel, publicationId: claim.publicationId }
}
