-- What several web processes must know together. Unlogged: worth nothing after a crash, and cheap to write.

create unlogged table token_allowances (
  token_id bigint not null,
  counted text not null,
  remaining double precision not null,
  was_allowed boolean not null,
  at_once double precision not null,
  per_minute double precision not null,
  as_of timestamptz not null,
  constraint token_allowances_pkey primary key (token_id, counted),
  constraint token_allowances_token_id_fkey foreign key (token_id) references api_tokens (id) on delete cascade,
  constraint token_allowances_counted_check check (counted in ('requests', 'changes'))
);
comment on table token_allowances is
  'What a program may still ask at once, as of a moment; it fills up evenly to at_once. was_allowed is about the last request.';

create unlogged table demo_identity (
  model text not null,
  id text not null,
  payload jsonb not null,
  expires_at timestamptz not null,
  written_at timestamptz not null,
  constraint demo_identity_pkey primary key (model, id)
);
comment on table demo_identity is
  'Logins under way at the demo identity provider, so that any process goes on with what another began.';
