create table log_head (
  id boolean not null default true,
  log_id text not null default '',
  host text,
  size bigint not null default 0,
  peaks bytea not null default '',
  edition bigint not null default 0,
  history uuid,
  facts_digest bytea,
  began_at timestamptz,
  public_key bytea,
  constraint log_head_pkey primary key (id),
  constraint log_head_has_one_row check (id),
  constraint log_head_public_key_length check (octet_length(public_key) = 32),
  constraint log_head_size_not_negative check (size >= 0),
  constraint log_head_edition_not_negative check (edition >= 0)
);

comment on table log_head is
  'The public log of everything that was published, which can only grow. One row: how far it is. Written under the lock of the edition, so entries are in edition order.';
comment on column log_head.log_id is
  'Random, because two logs of a site must never have the same name, not even after two restores of the same backup. Empty before the first log.';
comment on column log_head.host is
  'Where the site was when its key was made, without https://. It is in the name of every log and stays when the site moves.';
comment on column log_head.peaks is
  'Hashes of the complete subtrees, largest first, 32 bytes each: all that appending needs to know of the tree.';
comment on column log_head.edition is 'Everything up to this edition is in the log.';
comment on column log_head.history is
  'The history of the edition that it belongs to. Null before its first entry; another one after a restore.';
comment on column log_head.facts_digest is 'SHA-256 of the facts of the site in the log, to see whether they changed.';
comment on column log_head.public_key is
  'Ed25519, 32 bytes: what checkpoints are signed with, so that readers learn it with the edition. Its private key is among the secrets.';

insert into log_head default values;

create table log_entries (
  log_id text not null,
  index bigint not null,
  entry text not null,
  hash bytea not null,
  constraint log_entries_pkey primary key (log_id, index),
  constraint log_entries_index_not_negative check (index >= 0),
  constraint log_entries_fits_bundle check (octet_length(entry) <= 65535),
  constraint log_entries_hash_length check (octet_length(hash) = 32)
);

comment on table log_entries is 'Entries of the log in their order. They never change; those of earlier logs stay as they ended.';
comment on column log_entries.entry is 'Canonical JSON (RFC 8785), byte for byte what is hashed.';
comment on column log_entries.hash is 'Hash of the leaf by RFC 6962.';

create table log_hashes (
  log_id text not null,
  level smallint not null,
  index bigint not null,
  hash bytea not null,
  constraint log_hashes_pkey primary key (log_id, level, index),
  constraint log_hashes_level_positive check (level > 0),
  constraint log_hashes_index_not_negative check (index >= 0),
  constraint log_hashes_hash_length check (octet_length(hash) = 32)
);

comment on table log_hashes is
  'Roots of complete tiles of the log: level 1 has one for every 256 entries, level 2 one for every 65,536.';

create table log_faces (
  hash text not null,
  log_id text not null,
  index bigint not null,
  record_id bigint,
  salt text,
  face text,
  redacted_at timestamptz,
  redacted_reason text,
  constraint log_faces_pkey primary key (hash),
  constraint log_faces_whole_or_redacted check (
    (face is not null and salt is not null and redacted_at is null and redacted_reason is null)
    or (face is null and salt is null and redacted_at is not null and redacted_reason is not null)
  )
);

comment on table log_faces is
  'What readers saw, by the hash in its entry. Redacting one removes its text and its salt, and the log stays valid.';
create index log_faces_record_idx on log_faces (record_id, index);

comment on column log_faces.index is 'Of its entry.';
comment on column log_faces.record_id is 'Null: the facts of the site.';
comment on column log_faces.face is 'Canonical JSON, byte for byte what is hashed after the salt.';

-- Where the log reads on while it begins, if an import gave many records the same edition.
create index records_edition_id_idx on records (edition, id) where edition is not null;
