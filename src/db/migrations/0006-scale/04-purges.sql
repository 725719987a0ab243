create table purges (
  is_only boolean primary key default true check (is_only),
  history uuid,
  number bigint not null default 0,
  claimed_until timestamptz
);
comment on table purges is 'What caches in front were last told to forget. One row for all processes.';
comment on column purges.number is 'Edition that the caches were last told of, in that history.';
comment on column purges.claimed_until is 'Until then one process is telling them.';
insert into purges default values;
