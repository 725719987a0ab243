-- Accounts that may read an advisory under embargo, besides the roles that always may. Null: no embargo.
alter table records add column embargo integer[];
