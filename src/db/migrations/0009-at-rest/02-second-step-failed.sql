-- The owner of an account is told by mail when somebody with the right password failed the second step several times.

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
      'second-step-failed'
    )
  );
