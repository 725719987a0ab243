import type { Kysely } from 'kysely'
import type { Vault } from '../../db/at-rest/vault.ts'
import type { DB } from '../../db/database.ts'
import { unsubscribeKey } from '../../db/secrets.ts'
import { findToldChannel, type ToldChannel } from '../../db/unsubscribing.ts'
import { readUnsubscribe } from '../unsubscribe-token.ts'

export type UnsubscribeLink =
  | { kind: 'wrong-token' }
  /** The channel or the whole account was removed, so nothing more is sent. */
  | { kind: 'gone' }
  | { kind: 'found'; channel: ToldChannel; publicationId: number }

/** The channel and publication of an unsubscribe link. The link is sufficient: it needs no sign-in. */
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
