-- What came from elsewhere, and how often the site is read.

create table imported_things (
  source text not null,
  kind text not null,
  external_id text not null,
  entity_id integer not null,
  imported_at timestamptz not null,
  constraint imported_things_pkey primary key (source, kind, external_id),
  constraint imported_things_kind_known
    check (kind in ('component', 'component-group', 'incident', 'maintenance', 'subscriber'))
);
comment on table imported_things is
  'What was made of each thing of another status page: importing again adds what is new and nothing twice.';
comment on column imported_things.source is 'The id of the other page, as its export names it.';

create table read_counts (
  day date not null,
  page text not null,
  reads bigint not null,
  constraint read_counts_pkey primary key (day, page),
  constraint read_counts_positive check (reads > 0)
);
comment on table read_counts is
  'How often pages were read, by kind of page and day in UTC. Nothing about who read them is kept.';

alter table publications add column told_at timestamptz;
create index publications_to_time_idx on publications (id) where notifies and told_at is null and expanded_at is not null;
comment on column publications.told_at is
  'When its last message was sent, daily digests left out. Noted once all have gone: the ledger forgets its rows '
  'sooner than anybody forgets how long it took.';
