import type { Channel, Channels } from '../../contract/channels.ts'
import { channelsOfUser, findChannelOwner, type OwnChannelRow, severityChoices } from '../../db/channels.ts'
import { maskedAddress } from '../../domain/notifying/channel-address.ts'
import {
  LOCKED_CODE,
  resultWords,
  STOPPED_BY_STAFF,
  STOPPED_WORDS,
} from '../../domain/notifying/channel-result.ts'
import type { DeliveryDesk } from '../delivery-desk.ts'

/** email first. */
export async function ownChannels(
  { db, vault }: Pick<DeliveryDesk, 'db' | 'vault'>,
  { userId, now }: { userId: number; now: Date },
): Promise<Channels['data']> {
  const owner = await findChannelOwner(db, userId)
  const rows = await channelsOfUser(db, vault, userId)
  const shownOf = (row: OwnChannelRow) => (row.kind === 'email' ? shownMail(row, owner) : shownPosted(row))
  return {
    channels: rows.map((row) => ({ ...shownOf(row), previous_secret_until: previousUntil(row, now) })),
    severities: await severityChoices(db),
  }
}

function shownPosted(row: OwnChannelRow): Channel {
  const channel = shown(row, { address: row.address === null ? null : maskedAddress(row.address) })
  if (!row.isLocked) return channel
  return { ...channel, is_failing: true, last_result: resultWords(row.kind, LOCKED_CODE) }
}

type Owner = Awaited<ReturnType<typeof findChannelOwner>>

function shownMail(row: OwnChannelRow, owner: Owner): Channel {
  const channel = shown(row, { address: owner?.email ?? null })
  const isVerified = owner?.isEmailVerified === true
  if (owner?.suppression === undefined) return { ...channel, is_verified: isVerified }
  const { reason } = owner.suppression
  const why =
    reason === STOPPED_BY_STAFF
      ? STOPPED_WORDS
      : `This address refused our mail, so nothing more is sent there. ${resultWords('email', reason)} Send a test message to try again.`
  return {
    ...channel,
    is_verified: isVerified,
    is_enabled: false,
    is_failing: true,
    disabled_reason: why,
  }
}

function shown(row: OwnChannelRow, { address }: { address: string | null }): Channel {
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    address,
    is_enabled: row.is_enabled,
    is_verified: row.verified_at !== null,
    cadence: row.cadence,
    min_severity_rank: row.min_severity_rank,
    gets_reminders: row.gets_reminders,
    last_result: row.last_result === null ? null : resultWords(row.kind, row.last_result),
    last_result_at: row.last_result_at?.toISOString() ?? null,
    is_failing: row.failing_since !== null,
    disabled_reason: row.disabled_reason,
    previous_secret_until: row.previous_secret_until?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  }
}

function previousUntil({ previous_secret_until: until }: OwnChannelRow, now: Date) {
  return until !== null && until > now ? until.toISOString() : null
}
