-- Every version for readers: what the log shows of an edition or a record must be found without reading its entries.
-- Null: written by an earlier release, which knows nothing of these columns. The next publication fills them in.
alter table log_faces
  add column edition bigint,
  add column published_at timestamptz,
  add column is_rewrite boolean;
comment on column log_faces.edition is 'Of its entry. Null: written by an earlier release; the next publication fills it in.';
comment on column log_faces.published_at is 'The time of its entry, or of an earlier entry if that is later: it never goes back within a log. Null like edition.';
comment on column log_faces.is_rewrite is 'Whether it changed what readers of the record had already seen. A new update or another step is news instead. Null like edition, for the facts of the site, and until the next start compares the versions from before this column.';

-- Of the first version of a record, nothing was seen before. Later ones have to be compared, which SQL can't.
update log_faces set edition = noted.edition, published_at = noted.published_at, is_rewrite = noted.is_rewrite
from (
  select faces.hash, (entries.entry::jsonb ->> 'edition')::bigint as edition,
    max((entries.entry::jsonb ->> 'time')::timestamptz) over (partition by faces.log_id order by faces.index)
      as published_at,
    case when faces.record_id is not null
      and row_number() over (partition by faces.log_id, faces.record_id order by faces.index) = 1 then false end
      as is_rewrite
  from log_faces faces
  join log_entries entries on entries.log_id = faces.log_id and entries.index = faces.index
) noted
where noted.hash = log_faces.hash;

-- Which edition readers saw at a time, and what changed after one.
create index log_faces_edition_idx on log_faces (log_id, edition, index);
create index log_faces_published_idx on log_faces (log_id, published_at);
create index log_faces_entry_idx on log_faces (log_id, index) include (record_id);
-- How often a record was rewritten, without reading its versions.
create index log_faces_versions_idx on log_faces (log_id, record_id) include (edition, is_rewrite);
create index log_faces_unread_idx on log_faces (log_id, record_id, index) where edition is null;
create index log_faces_uncompared_idx on log_faces (hash) where record_id is not null and is_rewrite is null;
-- Counted with every edition, so that caches learn of a redaction.
create index log_faces_redacted_idx on log_faces (log_id) where face is null;
