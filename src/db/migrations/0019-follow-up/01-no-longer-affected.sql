alter table deliveries add column no_longer_affected boolean not null default false;
comment on column deliveries.no_longer_affected is
  'The record no longer affects what its recipient follows, but earlier messages said that it did. The message says so.';

comment on column publications.cloud_ids is
  'Like the next three columns: what the record affected when it was published. They decide who is notified, together with those of earlier messages. Rows from before deliveries.no_longer_affected also have the places of those.';
comment on column publications.gravest_rank_before is
  'The same without this publication. Null for the first one of a record. Only read by releases that know no deliveries.no_longer_affected.';
