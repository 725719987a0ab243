-- Secrets that may be sealed with a key that is not in the database: see src/db/at-rest.

alter table channels drop constraint channels_address_fits_kind;
alter table channels
  add constraint channels_address_fits_kind
    check (case when kind = 'email' then address is null else coalesce(address ~ '^(https?://|sealed:)', false) end);

-- A sealed address is different each time and too long for an index: adding a channel compares those in clear.
drop index channels_address_idx;
create unique index channels_address_idx on channels (user_id, kind, address) nulls not distinct
  where coalesce(address, '') not like 'sealed:%';
create index channels_user_id_idx on channels (user_id);

comment on column channels.address is
  'The URL that messages are posted to; sealed on a site with SECRETS_KEY. Null for mail, which goes to the verified '
  'address of the account.';
comment on column channels.secret is
  'Key that signs webhook messages; sealed on a site with SECRETS_KEY. Must be readable to sign, so it is not a hash.';
comment on column second_factor_apps.secret is
  'As accounts/second-factor/app-secret.ts writes it, the one place that reads and writes it. Sealed on a site with '
  'SECRETS_KEY.';
comment on column secrets.value is 'Sealed on a site with SECRETS_KEY.';
