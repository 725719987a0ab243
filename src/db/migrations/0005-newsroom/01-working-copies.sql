-- Staff work on copies; the rows of records change when something is published.

alter table records
  add column cve_ids text[] not null default '{}',
  add column cvss_score numeric(3, 1),
  add column cvss_vector text,
  add column publish_notifies boolean not null default true,
  add column starts_by_itself boolean not null default true,
  add column ends_by_itself boolean not null default true,
  add column remind_before_minutes integer[] not null default '{}',
  add column creation_key text,
  add constraint records_creation_key_unique unique (creation_key),
  add constraint records_cve_ids_are_cve_ids
    check (array_to_string(cve_ids, ',', '?') ~ '^(CVE-[0-9]{4}-[0-9]{4,}(,|$))*$'),
  add constraint records_cvss_score_in_range check (cvss_score between 0 and 10),
  add constraint records_remind_before_positive check (0 < all (remind_before_minutes));
comment on column records.cve_ids is 'The vulnerabilities that an advisory is about, such as CVE-2026-12345.';
comment on column records.cvss_score is 'How grave the gravest of them is, 0.0 to 10.0.';
comment on column records.cvss_vector is 'How the score came to be, in the words of CVSS.';
comment on column records.publish_notifies is
  'Whether subscribers are told when a scheduled record publishes itself.';
comment on column records.starts_by_itself is
  'A published maintenance goes to In Progress when its window begins; false: staff do it.';
comment on column records.ends_by_itself is
  'A maintenance in progress goes to Completed when its window ends; false: staff do it.';
comment on column records.remind_before_minutes is
  'How long before its window subscribers are reminded of a maintenance.';

comment on column records.creation_key is
  'Whoever begins a record may name a key: asking again with the same one begins no second record.';

create table record_drafts (
  record_id integer not null,
  content jsonb not null,
  saved_at timestamptz not null,
  saved_by integer,
  constraint record_drafts_pkey primary key (record_id),
  constraint record_drafts_record_fkey foreign key (record_id) references records (id) on delete cascade,
  constraint record_drafts_saved_by_fkey foreign key (saved_by) references users (id) on delete set null,
  constraint record_drafts_content_is_an_object check (jsonb_typeof(content) = 'object')
);
create index record_drafts_saved_by_idx on record_drafts (saved_by) where saved_by is not null;
create index records_drafts_idx on records (updated_on desc) where state = 'draft';
comment on table record_drafts is
  'What staff have typed and not published: the whole of a record as they want it. Nothing public reads this '
  'table, so a restart of the site shows nothing too early. records.version counts every save of it.';

create table record_reminders (
  record_id integer not null,
  from_time timestamptz not null,
  minutes_before integer not null,
  reminded_at timestamptz not null,
  constraint record_reminders_pkey primary key (record_id, from_time, minutes_before),
  constraint record_reminders_record_fkey foreign key (record_id) references records (id) on delete cascade
);
comment on table record_reminders is
  'Reminders that have gone out. With the beginning of the window: one that is postponed is reminded of anew.';

alter table publications drop constraint publications_step_known;
alter table publications add constraint publications_step_known check (
  step in (
    'opened', 'updated', 'resolved', 'scheduled', 'reminded', 'started', 'completed', 'postponed', 'cancelled',
    'corrected'
  )
);
