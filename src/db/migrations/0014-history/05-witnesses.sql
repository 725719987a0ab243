create table log_cosignatures (
  log_id text not null,
  witness text not null,
  size bigint not null,
  signature bytea not null,
  cosigned_at timestamptz not null,
  constraint log_cosignatures_pkey primary key (log_id, witness),
  constraint log_cosignatures_size_positive check (size > 0)
);

comment on table log_cosignatures is
  'Of each witness of the public log the newest cosignature. Checkpoints of that size carry it.';
comment on column log_cosignatures.witness is 'Its verifier key: name, key ID and key.';
comment on column log_cosignatures.signature is 'As a signed note has it: key ID, time and signature. It was verified.';
comment on column log_cosignatures.cosigned_at is 'As the witness says.';
