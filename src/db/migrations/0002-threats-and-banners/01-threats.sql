-- What the provider's clouds blocked, and where it came from.

create table threat_counts (
  day date not null,
  category text not null,
  family text not null,
  region_tid integer not null,
  blocked bigint not null,
  constraint threat_counts_pkey primary key (day, category, family, region_tid),
  constraint threat_counts_region_fkey foreign key (region_tid) references regions (tid),
  constraint threat_counts_category_known check (category in ('malware', 'threat', 'sandbox', 'ba')),
  constraint threat_counts_family_not_empty check (family <> ''),
  constraint threat_counts_blocked_not_negative check (blocked >= 0)
);
create index threat_counts_region_tid_idx on threat_counts (region_tid);
comment on table threat_counts is
  'Blocked threats of a day (UTC) by category, family and the region whose data centers blocked them. A '
  'missing row is a count of nothing.';
comment on column threat_counts.category is
  'malware, threat (advanced threats), sandbox, ba (behavioral analysis).';

create table threat_origins (
  day date not null,
  country_code text not null,
  data_center_tid integer not null,
  category text not null,
  family text not null,
  blocked bigint not null,
  constraint threat_origins_pkey primary key (day, country_code, data_center_tid, category, family),
  constraint threat_origins_data_center_fkey
    foreign key (data_center_tid) references data_centers (tid) on delete cascade,
  constraint threat_origins_country_code_is_iso_3166 check (country_code ~ '^[A-Z]{2}$'),
  constraint threat_origins_category_known check (category in ('malware', 'threat', 'sandbox', 'ba')),
  constraint threat_origins_family_not_empty check (family <> ''),
  constraint threat_origins_blocked_not_negative check (blocked >= 0)
);
create index threat_origins_data_center_tid_idx on threat_origins (data_center_tid);
comment on table threat_origins is
  'Where blocked threats of a day came from and which data center met them. The threat map shows the '
  'newest day.';

alter table edition add column threat_number bigint not null default 0;
alter table edition add constraint edition_threat_number_not_ahead check (threat_number between 0 and number);
comment on column edition.threat_number is
  'Edition at which the threat figures last changed: a year of them is too much to read for every change '
  'of a menu.';
