-- The owner of an account is told by mail when a channel or a calendar address was added to it, and when two-step sign-in
-- changes.

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
      'recovery-code-used'
    )
  );
alter table account_mails drop constraint account_mails_channel_if_disabled;
alter table account_mails
  add constraint account_mails_channel_if_about_one check (
    (channel_id is not null) = (kind in ('channel-disabled', 'channel-added'))
  );
comment on column account_mails.channel_id is 'The channel that was added or switched off, for mail about it.';
