/** Tables whose rows are left out of backups, and why. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  sessions: 'who had signed out since would be signed in again',
  one_time_tokens: 'a link that was used since would work once more',
  follow_links: 'a link that was used since would work once more',
  second_steps: 'sign-ins that wait for their second step',
  second_factor_setups: 'they belong to sessions, which are left out',
  throttles: 'they count for minutes, and name addresses of people',
  send_slots: 'they count for seconds',
  delivery_pauses: 'they count for minutes',
  token_allowances: 'they count for a minute',
  record_presence: 'it counts for seconds',
  sender_deliveries: 'a log of what monitoring systems sent, as internal as they are; nothing depends on it',
  demo_identity: 'logins that are under way at the demo identity provider',
  kysely_migration: 'the names of the migrations are in the manifest',
  kysely_migration_lock: 'it is the lock of those who migrate',
}
