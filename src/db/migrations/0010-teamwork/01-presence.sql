-- Colleagues who work on the same record see each other, and what was scheduled is what goes out.

create unlogged table record_presence (
  record_id integer not null,
  tab text not null,
  user_id integer not null,
  is_posting boolean not null,
  seen_at timestamptz not null,
  constraint record_presence_pkey primary key (record_id, tab),
  constraint record_presence_record_fkey foreign key (record_id) references records (id) on delete cascade,
  constraint record_presence_user_fkey foreign key (user_id) references users (id) on delete cascade
);
create index record_presence_user_idx on record_presence (user_id);
comment on table record_presence is
  'Pages of staff that have a record open. Each page renews its row every few seconds; older rows have no effect.';
comment on column record_presence.tab is 'A random name that the page gives itself.';
comment on column record_presence.is_posting is 'A dialog is open that posts to readers, such as an update.';

create table record_schedules (
  record_id integer not null,
  content jsonb not null,
  confirmed_at timestamptz not null,
  confirmed_by integer,
  constraint record_schedules_pkey primary key (record_id),
  constraint record_schedules_record_fkey foreign key (record_id) references records (id) on delete cascade,
  constraint record_schedules_confirmed_by_fkey foreign key (confirmed_by) references users (id) on delete set null,
  constraint record_schedules_content_is_an_object check (jsonb_typeof(content) = 'object')
);
create index record_schedules_confirmed_by_idx on record_schedules (confirmed_by) where confirmed_by is not null;
comment on table record_schedules is
  'The version of a scheduled record that publishes itself. Later edits go into record_drafts and stay there until '
  'someone confirms them. Records that were scheduled by an earlier release have no row: their draft goes out.';
