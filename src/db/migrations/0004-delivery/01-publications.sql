-- What was told, as it was at that moment: a message says what was published, whatever was edited since.

alter table publications add column kind text;
alter table publications add column notification_type text;
alter table publications add column severity_rank integer;
alter table publications add column gravest_rank integer;
alter table publications add column gravest_rank_before integer;
alter table publications add column cloud_ids integer[] not null default '{}';
alter table publications add column service_tids integer[] not null default '{}';
alter table publications add column data_center_tids integer[] not null default '{}';
alter table publications add column term_tids integer[] not null default '{}';
alter table publications add column content jsonb;
alter table publications add column withdrawn_at timestamptz;

-- Before this version nobody could subscribe, so nobody waits for these.
update publications set
  kind = records.kind,
  notification_type = records.notification_type,
  severity_rank = severities.rank,
  gravest_rank = severities.rank,
  gravest_rank_before = case
    when exists (
      select from publications as earlier
      where earlier.record_id = publications.record_id and earlier.id < publications.id
    ) then severities.rank
  end,
  cloud_ids = array(select cloud_id from record_clouds where record_id = records.id order by 1),
  service_tids = array(select service_tid from record_services where record_id = records.id order by 1),
  data_center_tids = array(select data_center_tid from record_data_centers where record_id = records.id order by 1),
  term_tids = array(select term_tid from record_terms where record_id = records.id order by 1),
  content = jsonb_build_object('title', records.title),
  expanded_at = coalesce(expanded_at, now())
from records join severities on severities.tid = records.severity_tid
where records.id = publications.record_id;

alter table publications alter column kind set not null;
alter table publications alter column severity_rank set not null;
alter table publications alter column gravest_rank set not null;
alter table publications alter column content set not null;
alter table publications
  add constraint publications_kind_known check (kind in ('incident', 'maintenance', 'advisory', 'notification'));
alter table publications
  add constraint publications_notification_type_known
    check (notification_type in ('cloud_app', 'advisories', 'sub_processor', 'url_change_notification'));
alter table publications
  add constraint publications_only_notifications_have_a_type
    check ((kind = 'notification') = (notification_type is not null));
alter table publications
  add constraint publications_gravest_not_less
    check (gravest_rank >= severity_rank and (gravest_rank_before is null or gravest_rank >= gravest_rank_before));
create index publications_created_at_idx on publications (created_at);
comment on column publications.gravest_rank is
  'The gravest that any publication of the record was so far. Whoever was told that it began is told that it '
  'ended, however harmless it has become.';
comment on column publications.gravest_rank_before is
  'The same before this publication; null for the first of a record. Who hears only of grave things hears of the step by '
  'which a harmless one becomes grave, as of its beginning.';
comment on column publications.cloud_ids is
  'What the record concerned when it was published, as do the next three columns: who is told is decided by these.';
comment on column publications.withdrawn_at is
  'When its record was taken off the site: from then on nobody else is told. Publishing again is another publication.';
comment on column publications.content is
  'What messages say. Public words only: internal fields are in another table and never come here.';

-- Finds the recipients of a publication in the order of user_id, a slice at a time, by one condition for all sorts of
-- subscriptions, also for those without a cloud or a tid. With what it includes it answers without the table.
drop index subscriptions_recipients_idx;
create index subscriptions_recipients_idx
  on subscriptions (scope, coalesce(cloud_id, 0), coalesce(tid, 0), user_id) include (cloud_id, tid, id);
