-- Where a user is told. The mail channel has no address of its own: mail goes to the address of the account.

alter table channels drop constraint channels_address_fits_kind;
alter table channels drop constraint channels_address_unique;
alter table channels alter column address drop not null;
delete from channels where kind = 'email';
alter table channels
  add constraint channels_address_fits_kind
    check (case when kind = 'email' then address is null else coalesce(address ~ '^https?://', false) end);
create unique index channels_address_idx on channels (user_id, kind, address) nulls not distinct;
alter table channels add column name text not null default '';
alter table channels add column previous_secret text;
alter table channels add column previous_secret_until timestamptz;
alter table channels add column failing_since timestamptz;
alter table channels add constraint channels_name_fits check (char_length(name) <= 100);
alter table channels
  add constraint channels_previous_secret_ends check ((previous_secret is null) = (previous_secret_until is null));
comment on column channels.address is
  'The URL that messages are posted to. Null for mail, which goes to the verified address of the account.';
comment on column channels.name is 'What the user calls it; may be empty.';
comment on column channels.previous_secret is
  'After a change of the key both sign for a while, so that the other side can change in its own time.';
comment on column channels.failing_since is
  'When the first of the failures since the last success was. Null: the last message went through.';

insert into channels (user_id, kind) select id, 'email' from users;

create function users_add_mail_channel() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  insert into public.channels (user_id, kind, created_at) values (new.id, 'email', new.created_at);
  return new;
end
$$;
comment on function users_add_mail_channel() is
  'Every account has its mail channel from its first moment on, however it came to be.';

create trigger users_have_a_mail_channel after insert on users
  for each row execute function users_add_mail_channel();

drop table suppressions;
create table suppressions (
  address_hash bytea not null,
  reason text not null,
  created_at timestamptz not null default now(),
  constraint suppressions_pkey primary key (address_hash),
  constraint suppressions_hash_is_sha_256 check (octet_length(address_hash) = 32),
  constraint suppressions_reason_not_empty check (reason <> '')
);
comment on table suppressions is
  'Addresses that refused our mail for good, as SHA-256 of the address in lower case. Outlives the account, so that '
  'signing up again does not start it anew; so it holds nobody''s address.';

alter table account_mails add column channel_id bigint;
alter table account_mails drop constraint account_mails_kind_known;
alter table account_mails
  add constraint account_mails_kind_known check (
    kind in (
      'verify-email',
      'reset-password',
      'change-email',
      'email-changed',
      'password-changed',
      'channel-disabled'
    )
  );
alter table account_mails
  add constraint account_mails_channel_fkey foreign key (channel_id) references channels (id) on delete cascade;
alter table account_mails
  add constraint account_mails_channel_if_disabled check ((channel_id is not null) = (kind = 'channel-disabled'));
create index account_mails_channel_id_idx on account_mails (channel_id) where channel_id is not null;
comment on column account_mails.channel_id is 'The channel that was switched off, for mail that tells so.';
