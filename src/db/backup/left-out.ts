export const LEFT_OUT: Readonly<Record<string, string>> = {
  sessions: 'people who signed out since would be signed in again',
  one_time_tokens: 'links that were used since would work again',
  follow_links: 'links that were used since would work again',
  second_steps: 'sign-ins that wait for their second step',
  second_factor_setups: 'they belong to sessions, which are left out',
  throttles: 'they are only valid for minutes, and contain addresses of people',
  send_slots: 'they are only valid for seconds',
  delivery_pauses: 'they are only valid for minutes',
  token_allowances: 'they are only valid for a minute',
  record_presence: 'it is only valid for seconds',
  sender_deliveries:
    'a log of requests from monitoring systems, which may be confidential; nothing depends on it',
  demo_identity: 'sign-ins in progress at the demo identity provider',
  kysely_migration: 'the names of the migrations are in the manifest',
  kysely_migration_lock: 'the lock of migrations in progress',
}
