create table message_times (
  publication_id bigint not null,
  record_id integer not null,
  -- Null: there was nobody to send one to.
  first_sent_at timestamptz,
  -- Readers know it from this edition on: a number that the edition didn't have when it was noted.
  first_edition bigint not null,
  -- When 95 % of them were out. Null: not yet, or never.
  most_sent_at timestamptz,
  -- Daily digests left out, as are messages to channels that were switched off. Null: not counted yet.
  messages integer,
  -- The same for the two above, which are noted together: 95 % are out, or never will be.
  final_edition bigint,
  constraint message_times_pkey primary key (publication_id),
  constraint message_times_one_per_record unique (record_id),
  constraint message_times_publication_fkey
    foreign key (publication_id) references publications (id) on delete cascade,
  constraint message_times_record_fkey foreign key (record_id) references records (id) on delete cascade,
  constraint message_times_messages_counted check (messages >= 0),
  constraint message_times_final_is_counted check ((messages is null) = (final_edition is null)),
  constraint message_times_editions_in_order check (first_edition > 0 and final_edition >= first_edition)
);
create index message_times_first_edition_idx on message_times (first_edition);
create index message_times_final_edition_idx on message_times (final_edition) where final_edition is not null;
comment on table message_times is 'When the messages about the beginning of an incident were sent. Deliveries are deleted after a while; readers may ask later.';
