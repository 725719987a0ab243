-- Staff edit the site: what two may edit at once has a version, and what is in use is retired instead of deleted.

alter table products
  add column version integer not null default 1, add column retired_at timestamptz;
alter table clouds add column version integer not null default 1;
alter table cloud_banners add column version integer not null default 1;
alter table menu_items add column version integer not null default 1, add column retired_at timestamptz;
alter table severities add column version integer not null default 1, add column retired_at timestamptz;
alter table statuses add column version integer not null default 1, add column retired_at timestamptz;
alter table service_categories add column version integer not null default 1;
alter table services add column version integer not null default 1;
alter table regions add column version integer not null default 1;
alter table data_centers add column version integer not null default 1;
alter table notification_terms add column version integer not null default 1;
alter table compliance_rows add column version integer not null default 1;
alter table schedule_regions add column version integer not null default 1;
alter table settings add column version integer not null default 1;
comment on column products.retired_at is 'Set: no longer offered. Clouds that have it keep it.';
comment on column menu_items.retired_at is 'Set: hidden on every cloud.';
comment on column severities.retired_at is 'Set: no longer offered. Records that have it keep it.';
comment on column statuses.retired_at is 'Set: no longer offered. Records that have it keep it.';
