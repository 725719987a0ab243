create table message_times (
  publication_id bigint not null,
  record_id integer not null,
  -- Readers know these times from this edition on: a number that the edition didn't have when they were noted.
  edition bigint not null,
  -- Daily digests left out, as are messages to channels that were switched off.
  messages integer not null,
  -- Null: none was sent yet, or there was nobody to send one to.
  first_sent_at timestamptz,
  -- When 95 % of them were out. Null: not yet, or never.
  most_sent_at timestamptz,
  -- Nothing will change anymore: 95 % are out, or none is left to send.
  is_final boolean not null,
  constraint message_times_pkey primary key (publication_id),
  constraint message_times_one_per_record unique (record_id),
  constraint message_times_publication_fkey
    foreign key (publication_id) references publications (id) on delete cascade,
  constraint message_times_record_fkey foreign key (record_id) references records (id) on delete cascade,
  constraint message_times_messages_counted check (messages >= 0),
  constraint message_times_edition_positive check (edition > 0)
);
create index message_times_edition_idx on message_times (edition);
comment on table message_times is 'When the messages about the beginning of an incident were sent. Deliveries are deleted after a while; readers may ask later.';
