-- What no statement may do, not even one typed by hand.

create function records_refuse_delete() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  raise exception 'record % was published: unpublish it instead of deleting it', old.id
    using errcode = 'restrict_violation';
end
$$;
comment on function records_refuse_delete() is
  'Keeps what was ever published: a web process that loads only changes would show a deleted row for ever.';

create trigger records_published_not_deleted before delete on records
  for each row when (old.edition is not null) execute function records_refuse_delete();
