-- The ledger of what is sent, ready for several lanes and several workers.

delete from deliveries;
drop index deliveries_due_idx;
drop index deliveries_leased_idx;
drop index deliveries_failed_idx;
alter table deliveries drop constraint deliveries_leased_needs_lease;
alter table deliveries drop constraint deliveries_state_known;
alter table deliveries drop column lease_until;
alter table deliveries add column kind text not null;
alter table deliveries add column lane text not null;
alter table deliveries add column priority smallint not null;
alter table deliveries add column subscription_id bigint;
alter table deliveries add column other_matches smallint not null default 0;
alter table deliveries
  add constraint deliveries_state_known check (state in ('due', 'leased', 'sent', 'suppressed', 'dead'));
alter table deliveries
  add constraint deliveries_kind_known check (kind in ('email', 'webhook', 'slack', 'teams'));
alter table deliveries
  add constraint deliveries_lane_known check (lane in ('mail', 'http', 'troubled', 'digest'));
alter table deliveries add constraint deliveries_priority_known check (priority in (0, 1));
alter table deliveries add constraint deliveries_other_matches_counted check (other_matches >= 0);
create index deliveries_due_idx on deliveries (lane, priority, due_at, id) where state in ('due', 'leased');
create index deliveries_dead_idx on deliveries (created_at desc, id desc) where state = 'dead';
create index deliveries_created_at_idx on deliveries using brin (created_at);
comment on table deliveries is
  'One message to one channel of one user about one publication; the ledger that makes "once" true. Due rows are '
  'claimed with FOR UPDATE SKIP LOCKED for as long as a lease, and settled by whoever still has the newest fence.';
comment on column deliveries.state is
  'due: to be sent at due_at. leased: being sent; due again when the lease at due_at ends. sent. suppressed: not sent, '
  'because the channel was switched off or its address refuses mail. dead: given up; staff may try again.';
comment on column deliveries.due_at is 'For a leased row the end of its lease.';
comment on column deliveries.kind is 'The kind of the channel, here so that counting needs no other table.';
comment on column deliveries.lane is
  'Who sends it: mail, http, troubled (a channel that failed last time, so that it holds up none that works), digest.';
comment on column deliveries.priority is '0 is urgent and goes before 1.';
comment on column deliveries.subscription_id is
  'One of the subscriptions that matched, to tell why. It may be gone by the time the message is sent.';
comment on column deliveries.other_matches is
  'How many subscriptions of the user matched besides that one: unsubscribing from the message ends them, too.';

create table send_slots (
  key text not null,
  next_at timestamptz not null,
  constraint send_slots_pkey primary key (key),
  constraint send_slots_key_not_empty check (key <> '')
) with (fillfactor = 50);
comment on table send_slots is
  'Rate limits that all workers share: when the next mail may go, over all and to each domain. Without limits it is empty.';

create table secrets (
  name text not null,
  value bytea not null,
  created_at timestamptz not null default now(),
  constraint secrets_pkey primary key (name),
  constraint secrets_value_is_long check (octet_length(value) >= 32)
);
comment on table secrets is
  'Keys that all processes of this site share and nobody configures, for example of the links that unsubscribe.';

-- Two random UUIDs are 244 bits of the server's strong randomness.
insert into secrets (name, value)
values ('unsubscribe', decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'));
