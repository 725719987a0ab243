create table images (
  name text not null,
  bytes bytea not null,
  created_at timestamptz not null,
  created_by integer,
  used_at timestamptz not null,
  checked_at timestamptz not null,
  constraint images_pkey primary key (name),
  constraint images_created_by_fkey foreign key (created_by) references users(id) on delete set null,
  constraint images_name_valid check (name ~ '^[0-9a-f]{32}-[1-9][0-9]{0,4}x[1-9][0-9]{0,4}\.(png|jpg)$')
);
create index images_created_by_idx on images (created_by) where created_by is not null;
create index images_checked_at_idx on images (checked_at);

-- They are compressed already.
alter table images alter column bytes set storage external;

comment on table images is
  'Images in the texts of staff, as readers get them: without metadata, at most as wide as a page. The name is the '
  'address below /images/ and says everything about an image: a digest of its bytes, its size, its type.';
comment on column images.used_at is 'When a text last referred to it. After 30 days without one it is deleted.';
comment on column images.checked_at is 'When we last checked whether a text refers to it.';
