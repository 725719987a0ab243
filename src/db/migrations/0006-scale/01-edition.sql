-- Another history is another database: what was held of the one before, a number included, counts for nothing.
alter table edition add column history uuid not null default gen_random_uuid();
comment on column edition.history is 'Changed by a restore, so that whoever holds an edition starts anew.';
