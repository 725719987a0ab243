-- What records speak of: severities, statuses, services, regions, data centers, notification terms.

create table severities (
  tid integer not null default nextval('term_tid'),
  name text not null,
  color_code text not null,
  status_icon text not null,
  rank integer not null,
  in_legend boolean not null default false,
  constraint severities_pkey primary key (tid),
  constraint severities_name_unique unique (name),
  constraint severities_name_not_empty check (name <> ''),
  constraint severities_color_code_is_hex check (color_code ~ '^#[0-9a-f]{6}$'),
  constraint severities_status_icon_not_empty check (status_icon <> '')
);
comment on table severities is
  'How grave a record is. The six of the specification keep its numbers for ever.';
comment on column severities.rank is
  'Higher is graver: decides the colour of a day and who wants to be told.';
comment on column severities.in_legend is 'Named in the legend below the weekly timeline.';
comment on column severities.color_code is
  'For readers of the public API. Our own pages take their colours from the theme, by severity.';

create table statuses (
  id integer not null default nextval('term_tid'),
  name text not null,
  class text not null,
  icon text not null,
  position integer not null default 0,
  is_closed boolean not null default false,
  constraint statuses_pkey primary key (id),
  constraint statuses_name_unique unique (name),
  constraint statuses_name_not_empty check (name <> ''),
  constraint statuses_class_is_kebab_case check (class ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  constraint statuses_icon_not_empty check (icon <> '')
);
comment on table statuses is 'Where a record stands, from Scheduled to Archived.';
comment on column statuses.class is 'CSS class that readers of the public API hang their style on.';
comment on column statuses.is_closed is 'Nothing more is expected to happen to a record in this status.';

create table service_categories (
  tid integer not null default nextval('term_tid'),
  cloud_id integer not null,
  title text not null,
  position integer not null default 0,
  constraint service_categories_pkey primary key (tid),
  constraint service_categories_title_unique unique (cloud_id, title),
  constraint service_categories_cloud_fkey foreign key (cloud_id) references clouds (id),
  constraint service_categories_title_not_empty check (title <> '')
);
comment on table service_categories is 'Headings of the core cloud services of one cloud.';

create table services (
  tid integer not null default nextval('term_tid'),
  category_tid integer not null,
  name text not null,
  info text not null default '',
  is_active boolean not null default true,
  started_on date not null,
  ended_on date,
  position integer not null default 0,
  constraint services_pkey primary key (tid),
  constraint services_name_unique unique (category_tid, name),
  constraint services_category_fkey foreign key (category_tid) references service_categories (tid),
  constraint services_name_not_empty check (name <> ''),
  constraint services_end_not_before_start check (ended_on >= started_on),
  constraint services_decommissioned_has_end check (is_active or ended_on is not null)
);
comment on table services is 'Core cloud services: one bar each on the weekly timeline of their cloud.';
comment on column services.is_active is
  'False: decommissioned, shown disabled. Kept apart from ended_on, which may announce an end in the '
  'future.';

create table regions (
  tid integer not null default nextval('term_tid'),
  title text not null,
  position integer not null default 0,
  constraint regions_pkey primary key (tid),
  constraint regions_title_unique unique (title),
  constraint regions_title_not_empty check (title <> '')
);
comment on table regions is 'Parts of the world that group data centers in lists, filters and subscriptions.';

create table data_centers (
  tid integer not null default nextval('term_tid'),
  region_tid integer not null,
  name text not null,
  city text not null,
  country_code text not null,
  latitude double precision not null,
  longitude double precision not null,
  is_premium boolean not null default false,
  is_fedramp_moderate boolean not null default false,
  has_regional_surcharge boolean not null default false,
  is_active boolean not null default true,
  opened_on date not null,
  closed_on date,
  position integer not null default 0,
  constraint data_centers_pkey primary key (tid),
  constraint data_centers_name_unique unique (name),
  constraint data_centers_region_fkey foreign key (region_tid) references regions (tid),
  constraint data_centers_name_not_empty check (name <> ''),
  constraint data_centers_city_not_empty check (city <> ''),
  constraint data_centers_country_code_is_iso_3166 check (country_code ~ '^[A-Z]{2}$'),
  constraint data_centers_latitude_on_earth check (latitude between -90 and 90),
  constraint data_centers_longitude_on_earth check (longitude between -180 and 180),
  constraint data_centers_close_not_before_opening check (closed_on >= opened_on),
  constraint data_centers_closed_has_date check (is_active or closed_on is not null)
);
create index data_centers_region_tid_idx on data_centers (region_tid);
comment on table data_centers is 'Sites of the provider. Which clouds run in one is in cloud_data_centers.';
comment on column data_centers.is_fedramp_moderate is
  'FedRAMP Moderate; the public API calls it intfedmoddc.';

create table cloud_data_centers (
  cloud_id integer not null,
  data_center_tid integer not null,
  constraint cloud_data_centers_pkey primary key (cloud_id, data_center_tid),
  constraint cloud_data_centers_cloud_fkey foreign key (cloud_id) references clouds (id) on delete cascade,
  constraint cloud_data_centers_data_center_fkey
    foreign key (data_center_tid) references data_centers (tid) on delete cascade
);
create index cloud_data_centers_data_center_tid_idx on cloud_data_centers (data_center_tid);
comment on table cloud_data_centers is 'Which clouds run in which data centers.';

create table notification_terms (
  tid integer not null default nextval('term_tid'),
  notification_type text not null,
  group_name text not null,
  name text not null,
  position integer not null default 0,
  retired_at timestamptz,
  constraint notification_terms_pkey primary key (tid),
  constraint notification_terms_name_unique unique (notification_type, name),
  constraint notification_terms_type_known
    check (notification_type in ('cloud_app', 'advisories', 'sub_processor', 'url_change_notification')),
  constraint notification_terms_group_name_not_empty check (group_name <> ''),
  constraint notification_terms_name_not_empty check (name <> '')
);
comment on table notification_terms is
  'Categories of notifications that users subscribe to one by one, URL categories above all.';
comment on column notification_terms.group_name is
  'Heading under which the subscription page shows the term.';
