import type { Updateable } from 'kysely'
import { findChannel, findChannelOwner, STARTS_ANEW, updateChannel } from '../../db/channels.ts'
import type { Channels } from '../../db/database.ts'
import type { Cadence } from '../../domain/notifying/channel.ts'
import { STOPPED_BY_STAFF, STOPPED_WORDS } from '../../domain/notifying/channel-result.ts'
import type { DeliveryDesk } from '../delivery-desk.ts'

interface ChannelChange {
  name?: string | undefined
  is_enabled?: boolean | undefined
  cadence?: Cadence | undefined
  min_severity_rank?: number | undefined
  gets_reminders?: boolean | undefined
}

export type ChangedChannel =
  | { kind: 'changed' }
  | { kind: 'not-there' }
  | { kind: 'refused'; errors: { is_enabled: string } | { gets_reminders: string } }

const MAIL_REMINDS = 'Reminders are always mailed.'
const TEST_FIRST = 'Please send a test message first. When it arrives, the channel is switched on.'

/** fields that are absent stay unchanged. */
export async function changeChannel(
  { db }: Pick<DeliveryDesk, 'db'>,
  { userId, channelId, change }: { userId: number; channelId: number; change: ChannelChange },
): Promise<ChangedChannel> {
  const own = { userId, channelId }
  const channel = await findChannel(db, own)
  if (channel === undefined) return { kind: 'not-there' }
  const obstacle = change.is_enabled === true ? await obstacleOf(db, userId, channel) : undefined
  if (obstacle !== undefined) return { kind: 'refused', errors: { is_enabled: obstacle } }
  if (change.gets_reminders === true && channel.kind === 'email')
    return { kind: 'refused', errors: { gets_reminders: MAIL_REMINDS } }
  const columns = columnsOf(change)
  const isNothing = Object.keys(columns).length === 0
  const isThere = isNothing || (await updateChannel(db, own, columns))
  return { kind: isThere ? 'changed' : 'not-there' }
}

/**
 * Why it can't be switched on. Email can be on before the account is verified. An address that refused our
 * mail has to pass a test first, and one that staff stopped stays off.
 */
async function obstacleOf(
  db: DeliveryDesk['db'],
  userId: number,
  { kind, verified_at }: { kind: string; verified_at: Date | null },
): Promise<string | undefined> {
  if (kind !== 'email') return verified_at === null ? TEST_FIRST : undefined
  const suppression = (await findChannelOwner(db, userId))?.suppression
  if (suppression === undefined) return undefined
  return suppression.reason === STOPPED_BY_STAFF ? STOPPED_WORDS : TEST_FIRST
}

function columnsOf(change: ChannelChange): Updateable<Channels> {
  const { name, is_enabled, cadence, min_severity_rank, gets_reminders } = change
  return {
    ...(name !== undefined && { name: name.trim() }),
    ...(cadence !== undefined && { cadence }),
    ...(min_severity_rank !== undefined && { min_severity_rank }),
    ...(gets_reminders !== undefined && { gets_reminders }),
    ...(is_enabled === true && STARTS_ANEW),
    ...(is_enabled === false && { is_enabled, disabled_reason: null }),
  }
}
