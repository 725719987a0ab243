-- Every version for readers: what the log shows of an edition or a record must be found without reading its entries.
-- Null: written by an earlier release, which knows nothing of these columns. The next start fills them in.
alter table log_faces
  add column edition bigint,
  add column published_at timestamptz,
  add column is_rewrite boolean;
comment on column log_faces.edition is 'Of its entry, as is published_at. Null: written by an earlier release; the next start fills it in.';
comment on column log_faces.is_rewrite is 'Whether it changed what readers of the record had already seen. A new update or another step is news instead. Null like edition, and for the facts of the site.';

-- Which edition readers saw at a time, and what changed after one.
create index log_faces_edition_idx on log_faces (log_id, edition, index);
create index log_faces_published_idx on log_faces (log_id, published_at);
create index log_faces_entry_idx on log_faces (log_id, index) include (record_id);
-- How often a record was rewritten, without reading its versions.
create index log_faces_versions_idx on log_faces (log_id, record_id) include (edition, is_rewrite);
create index log_faces_unread_idx on log_faces (log_id, record_id, index) where edition is null;
-- Counted with every edition, so that caches learn of a redaction.
create index log_faces_redacted_idx on log_faces (log_id) where face is null;
