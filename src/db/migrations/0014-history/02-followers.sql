-- People whose address someone else entered can refuse all further questions whether to follow something.

create table follow_refusals (
  address_hash bytea not null,
  created_at timestamptz not null,
  constraint follow_refusals_pkey primary key (address_hash),
  constraint follow_refusals_hash_is_sha_256 check (octet_length(address_hash) = 32)
);
comment on table follow_refusals is
  'Addresses that must not be asked again whether they want to follow something. Only their hash is stored, and no longer than until their owner proves the address in another way.';
