import { type Kysely, sql } from 'kysely'
import { maskedAddress } from '../domain/notifying/channel-address.ts'
import { openedAddress } from './at-rest/sealed-channel.ts'
import type { Vault } from './at-rest/vault.ts'
import { CHANNEL_SETTINGS } from './channels.ts'
import type { DB } from './database.ts'
import { teamNotesBy } from './team.ts'

/** Hashes and keys are left out, because they are only useful to thieves. */
export async function readAccountData(db: Kysely<DB>, vault: Vault, userId: number) {
  return {
    account: await db
      .selectFrom('users')
      .where('id', '=', userId)
      .select(['id', 'email', 'email_verified_at', 'username', 'display_name', 'timezone', 'came_by'])
      .select(['oidc_issuer', 'oidc_subject', 'locked_at', 'created_at', 'last_sign_in_at'])
      .executeTakeFirst(),
    roles: await db
      .selectFrom('user_roles')
      .where('user_id', '=', userId)
      .select(['role', 'granted_at'])
      .orderBy('role')
      .execute(),
    sessions: await db
      .selectFrom('sessions')
      .where('user_id', '=', userId)
      .select(['id', 'opened_by', 'created_at', 'last_seen_at', 'expires_at', 'user_agent'])
      .select(sql<string | null>`host(address)`.as('address'))
      .orderBy('id')
      .execute(),
    known_devices: await db
      .selectFrom('known_devices')
      .where('user_id', '=', userId)
      .select(['created_at', 'last_used_at'])
      .orderBy('created_at')
      .execute(),
    two_step_sign_in: {
      app: await db
        .selectFrom('second_factor_apps')
        .where('user_id', '=', userId)
        .select('created_at')
        .executeTakeFirst(),
      passkeys: await db
        .selectFrom('passkeys')
        .where('user_id', '=', userId)
        .select(['id', 'name', 'created_at', 'last_used_at'])
        .orderBy('id')
        .execute(),
      recovery_codes: await db
        .selectFrom('recovery_codes')
        .where('user_id', '=', userId)
        .select(['created_at', 'used_at'])
        .orderBy('used_at')
        .execute(),
      sign_ins_under_way: await db
        .selectFrom('second_steps')
        .where('user_id', '=', userId)
        .select(['created_at', 'expires_at'])
        .orderBy('created_at')
        .execute(),
      being_added: await db
        .selectFrom('second_factor_setups')
        .where('user_id', '=', userId)
        .select(['kind', 'expires_at'])
        .orderBy('expires_at')
        .execute(),
    },
    links_by_mail: await db
      .selectFrom('one_time_tokens')
      .where('user_id', '=', userId)
      .select(['purpose', 'email', 'created_at', 'expires_at', 'used_at'])
      .orderBy('created_at')
      .execute(),
    links_to_follow_something: await db
      .selectFrom('follow_links')
      .innerJoin('users', 'users.email', 'follow_links.email')
      .where('users.id', '=', userId)
      .where('users.oidc_issuer', 'is', null)
      .where('users.email_verified_at', 'is not', null)
      .select(['choice', 'follow_links.created_at', 'expires_at', 'used_at'])
      .orderBy('follow_links.created_at')
      .execute(),
    mails_to_be_sent: await db
      .selectFrom('account_mails')
      .where((mail) =>
        mail.or([
          mail('user_id', '=', userId),
          mail.and([
            mail('user_id', 'is', null),
            mail('email', '=', (query) =>
              query
                .selectFrom('users')
                .where('id', '=', userId)
                .where('oidc_issuer', 'is', null)
                .where('email_verified_at', 'is not', null)
                .select('email'),
            ),
          ]),
        ]),
      )
      .select(['kind', 'email', 'channel_id', 'created_at', 'due_at', 'attempts'])
      .orderBy('id')
      .execute(),
    subscriptions: await db
      .selectFrom('subscriptions')
      .leftJoin('clouds', 'clouds.id', 'subscriptions.cloud_id')
      .where('subscriptions.user_id', '=', userId)
      .select(['subscriptions.scope', 'clouds.machine_name as cloud', 'subscriptions.tid'])
      .select('subscriptions.created_at')
      .orderBy('subscriptions.id')
      .execute(),
    channels: await readChannels(db, vault, userId),
    record_views: await db
      .selectFrom('record_views')
      .leftJoin('record_view_defaults', (join) =>
        join
          .onRef('record_view_defaults.view_id', '=', 'record_views.id')
          .on('record_view_defaults.user_id', '=', userId),
      )
      .where((entry) => entry.or([entry('made_by', '=', userId), entry('private_to', '=', userId)]))
      .select(['name', 'query', 'made_at', 'changed_at'])
      .select((entry) => entry('record_view_defaults.user_id', 'is not', null).as('is_default'))
      .orderBy('record_views.id')
      .execute(),
    calendar: await db
      .selectFrom('calendars')
      .where('user_id', '=', userId)
      .select('created_at')
      .executeTakeFirst(),
    team_notes: await teamNotesBy(db, userId),
    mentions: await db
      .selectFrom('team_mentions')
      .innerJoin('team_notes', 'team_notes.id', 'team_mentions.note_id')
      .where('user_id', '=', userId)
      .select(['team_notes.record_id', 'team_mentions.created_at', 'team_mentions.told_at'])
      .orderBy('team_mentions.created_at')
      .execute(),
    refused_mail: await db
      .selectFrom('suppressions')
      .innerJoin('users', (join) =>
        join
          .on('users.id', '=', userId)
          .on(sql<boolean>`suppressions.address_hash = sha256(convert_to(users.email, 'UTF8'))`),
      )
      .select(['suppressions.reason', 'suppressions.created_at'])
      .execute(),
    deliveries: await db
      .selectFrom('deliveries')
      .innerJoin('publications', 'publications.id', 'deliveries.publication_id')
      .where('deliveries.user_id', '=', userId)
      .select(['deliveries.id', 'publications.record_id', 'publications.step', 'deliveries.channel_id'])
      .select(['deliveries.kind', 'deliveries.subscription_id', 'deliveries.state', 'deliveries.due_at'])
      .select(['deliveries.attempts', 'deliveries.last_error', 'deliveries.provider_message_id'])
      .select(['deliveries.sent_at', 'deliveries.created_at', 'deliveries.managed_at'])
      .orderBy('deliveries.id')
      .execute(),
    audit: await db
      .selectFrom('audit_log')
      .where((entry) =>
        entry.or([
          entry('actor_user_id', '=', userId),
          entry.and([entry('entity', '=', 'user'), entry('entity_id', '=', String(userId))]),
        ]),
      )
      .select(['at', 'actor', 'action', 'entity', 'entity_id', 'before', 'after'])
      .orderBy('id')
      .execute(),
  }
}

/** Addresses are masked as in the settings: anyone with the full address could post to it. */
async function readChannels(db: Kysely<DB>, vault: Vault, userId: number) {
  const channels = await db
    .selectFrom('channels')
    .where('user_id', '=', userId)
    .select(CHANNEL_SETTINGS)
    .select(['failing_since', 'failure_count', 'last_result', 'last_result_at', 'disabled_reason'])
    .select(['previous_secret_until', 'created_at'])
    .orderBy('id')
    .execute()
  return channels.map((channel) => {
    const { address } = openedAddress(vault, channel)
    return { ...channel, address: address === null ? null : maskedAddress(address) }
  })
}
