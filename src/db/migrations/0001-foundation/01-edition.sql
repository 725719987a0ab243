-- The edition counter, settings, and the one sequence that numbers everything a visitor can subscribe to.

create sequence term_tid as integer start with 2000;
comment on sequence term_tid is
  'One number line for all terms (regions, data centers, services, …): the public API subscribes to "a tid" '
  'without saying of which kind, so no two kinds may share a number. Numbers below 2000 are fixed by the '
  'specification.';

create table edition (
  id boolean not null default true,
  number bigint not null default 0,
  site_number bigint not null default 0,
  published_at timestamptz not null default now(),
  constraint edition_pkey primary key (id),
  constraint edition_has_one_row check (id),
  constraint edition_number_not_negative check (number >= 0),
  constraint edition_site_number_not_ahead check (site_number between 0 and number)
);
comment on table edition is
  'One row: the number of the newest edition, raised in the transaction of every publication. The row lock '
  'it takes is what puts publications in order, so an edition number seen by a reader is never overtaken by '
  'a smaller one.';
comment on column edition.site_number is
  'Edition at which anything other than records (clouds, menus, services, pages, …) last changed. While it '
  'stands still, a web process loads the changed records only.';
comment on column edition.published_at is
  'When the newest edition was published; what pages show as their age.';

create table settings (
  key text not null,
  value jsonb not null,
  updated_at timestamptz not null default now(),
  constraint settings_pkey primary key (key),
  constraint settings_key_is_a_word check (key ~ '^[a-z][a-z0-9_]*$')
);
comment on table settings is
  'What the provider configures once and staff may change while running (name, help addresses, staff '
  'domains). Addresses, ports and secrets of the process are in its environment, never here.';
