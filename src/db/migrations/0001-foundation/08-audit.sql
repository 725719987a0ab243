-- Who changed what, when, from what to what. Rows are added and never change.

create table audit_log (
  id bigint generated always as identity,
  at timestamptz not null default now(),
  actor_user_id integer,
  actor text not null,
  action text not null,
  entity text not null,
  entity_id text not null,
  before jsonb,
  after jsonb,
  request_id text,
  constraint audit_log_pkey primary key (id),
  constraint audit_log_actor_user_fkey foreign key (actor_user_id) references users (id) on delete set null,
  constraint audit_log_actor_not_empty check (actor <> ''),
  constraint audit_log_action_not_empty check (action <> ''),
  constraint audit_log_entity_not_empty check (entity <> '')
);
create index audit_log_entity_idx on audit_log (entity, entity_id, id desc);
create index audit_log_actor_user_id_idx on audit_log (actor_user_id, id desc) where actor_user_id is not null;
create index audit_log_at_idx on audit_log using brin (at);
comment on table audit_log is
  'Append-only by trigger. Written in the transaction of the change it tells of, so neither exists without '
  'the other.';
comment on column audit_log.actor is
  'Who acted, in a form that may outlive the account: a role, a token name or "system", not an email '
  'address.';
comment on column audit_log.before is
  'The changed fields as they were; null for something new. Never a secret.';
comment on index audit_log_at_idx is
  'Rows arrive in the order of time: a few kilobytes of BRIN index years of them.';

create function audit_log_refuse_change() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  -- Deleting an account sets its reference here to null; the entry itself stays as it was.
  if tg_op = 'UPDATE' then
    if new.actor_user_id is null and to_jsonb(new) - 'actor_user_id' = to_jsonb(old) - 'actor_user_id' then
      return new;
    end if;
  end if;
  raise exception 'audit_log is append-only: % refused', lower(tg_op) using errcode = 'insufficient_privilege';
end
$$;
comment on function audit_log_refuse_change() is
  'Keeps audit_log append-only, even for statements typed by hand.';

create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function audit_log_refuse_change();
create trigger audit_log_not_truncated before truncate on audit_log
  for each statement execute function audit_log_refuse_change();
