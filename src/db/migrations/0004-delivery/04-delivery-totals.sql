-- How far the messages of a publication are, without counting a million rows that were sent: all there are, less those
-- that were not sent, which are few most of the time.

create index deliveries_not_sent_idx on deliveries (publication_id, kind, state) where state <> 'sent';

create table delivery_totals (
  id bigint generated always as identity,
  publication_id bigint not null,
  kind text not null,
  change integer not null,
  constraint delivery_totals_pkey primary key (publication_id, id),
  constraint delivery_totals_publication_fkey
    foreign key (publication_id) references publications (id) on delete cascade,
  constraint delivery_totals_kind_known check (kind in ('email', 'webhook', 'slack', 'teams'))
);
comment on table delivery_totals is
  'How many deliveries each statement added for a publication, or took away unsent; the sum is how many there are. Rows '
  'are only added, so that nobody waits for anybody.';

create function deliveries_add_up() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    insert into public.delivery_totals (publication_id, kind, change)
    select publication_id, kind, count(*) from changed group by 1, 2;
  else
    -- What was sent stays told, also when its row is forgotten.
    insert into public.delivery_totals (publication_id, kind, change)
    select publication_id, kind, -count(*)
    from changed
    where state <> 'sent' and exists (select from public.publications where publications.id = publication_id)
    group by 1, 2;
  end if;
  return null;
end
$$;
comment on function deliveries_add_up() is
  'Whoever adds to the ledger or takes from it, and be it an account that goes with all it had, the totals follow.';

create trigger deliveries_added after insert on deliveries
  referencing new table as changed
  for each statement execute function deliveries_add_up();
create trigger deliveries_gone after delete on deliveries
  referencing old table as changed
  for each statement execute function deliveries_add_up();
