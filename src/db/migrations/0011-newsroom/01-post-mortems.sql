-- What readers see of a post-mortem, and what staff are working on, in separate tables: the edition reads the first only.

create table post_mortems (
  record_id integer not null,
  content jsonb not null,
  published_on timestamptz not null,
  updated_on timestamptz,
  constraint post_mortems_pkey primary key (record_id),
  constraint post_mortems_record_fkey foreign key (record_id) references records (id) on delete cascade,
  constraint post_mortems_content_is_an_object check (jsonb_typeof(content) = 'object')
);
comment on table post_mortems is
  'Published post-mortems of incidents: the text in four parts, and actions with their state. Only public words.';
comment on column post_mortems.updated_on is 'When it was last changed after its publication. Null: never.';

create table post_mortem_drafts (
  record_id integer not null,
  content jsonb,
  version integer not null default 1,
  due_on date,
  is_waived boolean not null default false,
  saved_at timestamptz not null,
  saved_by integer,
  constraint post_mortem_drafts_pkey primary key (record_id),
  constraint post_mortem_drafts_record_fkey foreign key (record_id) references records (id) on delete cascade,
  constraint post_mortem_drafts_saved_by_fkey foreign key (saved_by) references users (id) on delete set null,
  constraint post_mortem_drafts_content_is_an_object check (jsonb_typeof(content) = 'object'),
  constraint post_mortem_drafts_version_positive check (version > 0),
  constraint post_mortem_drafts_waived_is_not_due check (not is_waived or due_on is null)
);
create index post_mortem_drafts_saved_by_idx on post_mortem_drafts (saved_by) where saved_by is not null;
create index post_mortem_drafts_due_on_idx on post_mortem_drafts (due_on) where due_on is not null;
comment on table post_mortem_drafts is
  'What staff are doing about the post-mortem of an incident. Never public.';
comment on column post_mortem_drafts.content is 'Changes that are not published. Null: none.';
comment on column post_mortem_drafts.version is 'Raised by every change, so that two editors don''t overwrite each other.';
comment on column post_mortem_drafts.due_on is 'The day by which staff want to publish it.';
comment on column post_mortem_drafts.is_waived is 'Staff decided that this incident gets no post-mortem.';

-- A step more. Only the column is read, so this takes a moment even with a million publications.
alter table publications drop constraint publications_step_known;
alter table publications add constraint publications_step_known check (
  step in (
    'opened', 'updated', 'resolved', 'scheduled', 'reminded', 'started', 'completed', 'postponed', 'cancelled',
    'corrected', 'post_mortem'
  )
);
