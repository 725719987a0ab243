-- Colleagues who write a post-mortem see each other as those at the record itself do.

alter table record_presence add column is_post_mortem boolean not null default false;
comment on column record_presence.is_post_mortem is 'The page shows the post-mortem of the record.';

alter table record_templates drop constraint record_templates_purpose_known;
alter table record_templates add constraint record_templates_purpose_known
  check (purpose in ('record', 'update', 'post_mortem'));
alter table record_templates add constraint record_templates_only_incidents_have_post_mortems
  check (purpose <> 'post_mortem' or kind = 'incident');
comment on table record_templates is 'Beginnings of records, of updates and of post-mortems, with places to fill in.';
comment on column record_templates.content is
  'Fields of a record, body and status of an update, or parts and actions of a post-mortem; {{name}} is a place to fill in.';

alter table channels add column gets_reminders boolean not null default false;
alter table channels add constraint channels_mail_reminds_anyway check (kind <> 'email' or not gets_reminders);
comment on column channels.gets_reminders is
  'Staff: updates that the owner promised are reminded of here, too. Mail gets these reminders in any case.';

alter table account_mails drop constraint account_mails_channel_if_about_one;
alter table account_mails add constraint account_mails_channel_if_about_one
  check (kind = 'update-due' or (channel_id is not null) = (kind in ('channel-disabled', 'channel-added')));
comment on column account_mails.channel_id is
  'The channel that was added or switched off, for mail about it. Of a reminder: it is posted there instead of mailed.';
