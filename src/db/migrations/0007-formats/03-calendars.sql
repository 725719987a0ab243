create table calendars (
  user_id integer constraint calendars_pkey primary key,
  secret_digest bytea not null constraint calendars_secret_digest_key unique,
  created_at timestamptz not null,
  constraint calendars_user_id_fkey foreign key (user_id) references users (id) on delete cascade
);
comment on table calendars is 'The address of the calendar with what somebody subscribed to. Whoever knows it reads it.';
comment on column calendars.secret_digest is 'SHA-256 of what stands in the address; the address itself is shown once.';
