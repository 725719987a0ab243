-- Staff and customers may share an address: they are told apart by how they sign in, never by it.

alter table users add column username text;
alter table users alter column email drop not null;
alter table users drop constraint users_email_unique;
alter table users add constraint users_email_unless_staff check (email is not null or oidc_issuer is not null);
alter table users add constraint users_username_normalised check (username ~ '^[a-z0-9][a-z0-9._-]{2,63}$');
create unique index users_email_idx on users (email) where oidc_issuer is null;
create unique index users_username_idx on users (username) where username is not null;
comment on column users.email is
  'Lower case, so that one address is one account among those who sign in by password. Null for staff whose '
  'identity provider vouches for none.';
comment on column users.username is 'Another name to sign in by; has no @, so it is never somebody''s address.';

alter table sessions add column opened_by text not null default 'password';
alter table sessions alter column opened_by drop default;
alter table sessions
  add constraint sessions_opened_by_known check (opened_by in ('password', 'sign-on', 'staff-link'));
comment on column sessions.opened_by is 'How the user signed in: by password, single sign-on or emergency link.';

create table known_devices (
  token_hash bytea not null,
  user_id integer not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  constraint known_devices_pkey primary key (token_hash),
  constraint known_devices_user_fkey foreign key (user_id) references users (id) on delete cascade,
  constraint known_devices_hash_is_sha_256 check (octet_length(token_hash) = 32)
);
create index known_devices_user_id_idx on known_devices (user_id);
create index known_devices_last_used_at_idx on known_devices (last_used_at);
comment on table known_devices is
  'Browsers that have signed in to an account before. Guessing by others does not slow them down, so nobody '
  'can lock the owner out.';
