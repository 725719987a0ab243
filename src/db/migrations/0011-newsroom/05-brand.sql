-- Staff change how the site looks without a build: one draft, and every brand that was published.

create table brands (
  number integer generated always as identity,
  value jsonb not null,
  published_at timestamptz not null,
  published_by integer,
  constraint brands_pkey primary key (number),
  constraint brands_published_by_fkey foreign key (published_by) references users (id) on delete set null,
  constraint brands_value_is_an_object check (jsonb_typeof(value) = 'object')
);
create index brands_published_by_idx on brands (published_by) where published_by is not null;
comment on table brands is
  'How the site looks. The one with the highest number is live; the others can be restored. Without rows, the site '
  'has its standard look.';

create table brand_draft (
  is_the_draft boolean not null default true,
  value jsonb,
  version integer not null default 1,
  saved_at timestamptz not null,
  saved_by integer,
  constraint brand_draft_pkey primary key (is_the_draft),
  constraint brand_draft_saved_by_fkey foreign key (saved_by) references users (id) on delete set null,
  constraint brand_draft_is_one check (is_the_draft),
  constraint brand_draft_value_is_an_object check (jsonb_typeof(value) = 'object')
);
create index brand_draft_saved_by_idx on brand_draft (saved_by) where saved_by is not null;
comment on table brand_draft is 'The brand that staff prepare. At most one row. Readers never see it.';
comment on column brand_draft.value is 'Null: there is no draft. The row stays, so that versions never repeat.';
comment on column brand_draft.version is 'Rises with every save, so that a save on top of an older version is noticed.';
