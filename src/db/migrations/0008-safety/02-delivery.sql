-- What the mail server never answered, and which ways out are paused.

alter table deliveries add column unanswered smallint not null default 0;
alter table deliveries add constraint deliveries_unanswered_counted check (unanswered >= 0);
comment on column deliveries.unanswered is
  'How often it was handed over whole without an answer. Each of these may have arrived, so there are at most two.';

create unlogged table delivery_pauses (
  worker uuid not null,
  way text not null,
  reason text not null,
  since timestamptz not null,
  until timestamptz not null,
  constraint delivery_pauses_pkey primary key (worker, way),
  constraint delivery_pauses_way_known check (way in ('mail', 'http')),
  constraint delivery_pauses_until_after_since check (until >= since)
);
comment on table delivery_pauses is
  'Ways out that a worker has paused, for staff to see. A worker that died leaves a row that counts for two minutes more.';
