import type { PersonChannel, PersonDetails } from '../../contract/admin/people.ts'
import { channelsOfUser, findSuppression, type OwnChannelRow } from '../../db/channels.ts'
import {
  countDeliveriesOf,
  countOtherAdministrators,
  countSubscriptions,
  findPerson,
} from '../../db/people.ts'
import { readSecondFactor } from '../../db/second-factor.ts'
import { listOwnSessions } from '../../db/sessions.ts'
import { can } from '../../domain/access.ts'
import { IDLE_SIGN_OUT_S } from '../../domain/constants.ts'
import { LOCKED_CODE } from '../../domain/notifying/channel-result.ts'
import { parseUrl } from '../../domain/parse-url.ts'
import type { AccountsDesk } from '../accounts.ts'
import type { SignedInViewer } from '../viewer.ts'
import { toPersonRow } from './search-people.ts'

/** Z-05. Undefined if the account doesn't exist. */
export async function personDetails(
  { db, vault }: Pick<AccountsDesk, 'db' | 'vault'>,
  { uid, viewer, now }: { uid: number; viewer: SignedInViewer; now: Date },
): Promise<PersonDetails | undefined> {
  const found = await findPerson(db, uid)
  if (found === undefined) return undefined
  const idleSince = new Date(now.getTime() - IDLE_SIGN_OUT_S * 1000)
  const [sessions, scopes, channels, deliveries, suppression, otherAdministrators, factors] =
    await Promise.all([
      listOwnSessions(db, { userId: uid, now, idleSince }),
      countSubscriptions(db, uid),
      channelsOfUser(db, vault, uid),
      countDeliveriesOf(db, uid),
      found.email === null ? undefined : findSuppression(db, found.email),
      countOtherAdministrators(db, uid),
      readSecondFactor(db, uid),
    ])
  const person = toPersonRow(found)
  return {
    person,
    username: found.username,
    timezone: found.timezone,
    identity_provider: found.oidc_issuer,
    limit: found.limit,
    is_self: viewer.uid === uid,
    is_last_administrator: can(person.roles, 'manage-people') && otherAdministrators === 0,
    second_factor:
      factors.app === undefined && factors.passkeys.length === 0
        ? null
        : {
            has_app: factors.app !== undefined,
            passkeys: factors.passkeys.length,
            recovery_codes_left: factors.codes.total - factors.codes.used,
          },
    sessions: sessions.map((session) => ({
      id: session.id,
      opened_by: session.opened_by,
      opened_at: session.created_at.toISOString(),
      last_seen_at: session.last_seen_at.toISOString(),
      address: session.address,
      user_agent: session.user_agent,
      is_current: session.id === viewer.sessionId,
    })),
    subscriptions: { total: scopes.reduce((sum, { count }) => sum + count, 0), by_scope: scopes },
    channels: channels.map(toPersonChannel),
    suppression:
      suppression === undefined
        ? null
        : { reason: suppression.reason, since: suppression.created_at.toISOString() },
    deliveries,
  }
}

/** A webhook URL, especially one of Slack, is as good as a key: only its host is shown. */
export function toPersonChannel(row: OwnChannelRow): PersonChannel {
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    host: row.address === null ? null : hostOf(row.address),
    is_enabled: row.is_enabled,
    is_verified: row.kind === 'email' || row.verified_at !== null,
    cadence: row.cadence,
    failing_since: row.failing_since?.toISOString() ?? null,
    last_result: row.isLocked ? LOCKED_CODE : row.last_result,
    last_result_at: row.last_result_at?.toISOString() ?? null,
    disabled_reason: row.disabled_reason,
  }
}

function hostOf(address: string) {
  return parseUrl(address)?.host ?? null
}
