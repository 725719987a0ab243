-- Following without a password: one record until it is resolved, links that confirm it, and links that sign in once.

-- A record may be on several clouds, so its followers belong to none.
alter table subscriptions
  add column record_id integer generated always as (case when scope = 'record' then tid end) stored;
alter table subscriptions
  add constraint subscriptions_record_fkey foreign key (record_id) references records (id) on delete cascade;
create index subscriptions_record_id_idx on subscriptions (record_id) where record_id is not null;
comment on column subscriptions.record_id is
  'Derived from scope and tid. A subscription to one record ends some weeks after the record was closed.';
alter table subscriptions drop constraint subscriptions_scope_known;
alter table subscriptions
  add constraint subscriptions_scope_known check (
    scope in (
      'maintenance',
      'advisory',
      'core_cloud_services',
      'datacenter',
      'premium_datacenters',
      'service',
      'region',
      'data_center',
      'term',
      'terms',
      'record'
    )
  );
alter table subscriptions drop constraint subscriptions_cloud_unless_terms;
alter table subscriptions
  add constraint subscriptions_cloud_unless_terms check ((cloud_id is null) = (scope in ('term', 'terms', 'record')));
alter table subscriptions drop constraint subscriptions_tid_for_single_things;
alter table subscriptions
  add constraint subscriptions_tid_for_single_things
  check ((tid is not null) = (scope in ('service', 'region', 'data_center', 'term', 'record')));

alter table users add column came_by text
  constraint users_came_by_known check (came_by in ('sign-up', 'follow', 'import', 'staff'));
comment on column users.came_by is
  'How a customer''s account was created. Null for staff, and for accounts older than the column.';

create table follow_links (
  token_hash bytea not null,
  email text not null,
  choice jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint follow_links_pkey primary key (token_hash),
  constraint follow_links_hash_is_sha_256 check (octet_length(token_hash) = 32),
  constraint follow_links_email_normalised check (email = lower(email)),
  constraint follow_links_end_after_start check (expires_at > created_at)
);
create index follow_links_email_idx on follow_links (email);
create index follow_links_expires_at_idx on follow_links (expires_at);
comment on table follow_links is
  'Links that confirm what someone wants to follow by mail. There may be no account yet, so they belong to an address.';
comment on column follow_links.choice is 'One record, or places of a cloud, as src/domain/follow/follow-choice.ts describes it.';

alter table account_mails add column follow jsonb;
comment on column account_mails.follow is 'What the recipient of a confirm-follow mail wants to follow, with its name.';
alter table account_mails drop constraint account_mails_user_unless_reset;
alter table account_mails
  add constraint account_mails_user_unless_reset check (
    (user_id is null) = (kind in ('reset-password', 'confirm-follow', 'manage-follow'))
  );
alter table account_mails
  add constraint account_mails_follow_if_confirmed check ((follow is not null) = (kind = 'confirm-follow'));
alter table account_mails drop constraint account_mails_kind_known;
alter table account_mails
  add constraint account_mails_kind_known check (
    kind in (
      'verify-email',
      'reset-password',
      'change-email',
      'email-changed',
      'password-changed',
      'channel-disabled',
      'channel-added',
      'calendar-added',
      'two-step-on',
      'two-step-changed',
      'two-step-off',
      'two-step-removed-by-staff',
      'recovery-code-used',
      'second-step-failed',
      'mentioned',
      'handed-over',
      'update-due',
      'approval-asked',
      'approval-decided',
      'confirm-follow',
      'manage-follow'
    )
  );

alter table one_time_tokens drop constraint one_time_tokens_purpose_known;
alter table one_time_tokens
  add constraint one_time_tokens_purpose_known check (
    purpose in ('verify-email', 'reset-password', 'change-email', 'staff-link', 'manage-follow')
  );

alter table sessions drop constraint sessions_opened_by_known;
alter table sessions
  add constraint sessions_opened_by_known check (
    opened_by in ('password', 'sign-on', 'staff-link', 'mail-link', 'asked-link')
  );
comment on column sessions.opened_by is
  'How the user signed in: by password, single sign-on, emergency link, the link in a message to a follower, or one that a follower asked for.';

alter table deliveries add column managed_at timestamptz;
comment on column deliveries.managed_at is 'When the link of this mail was used to sign in, or a later one was: each works once, and ends those before.';
