-- A start counts how often each record was rewritten, without reading every version of it.
create index log_faces_rewrites_idx on log_faces (log_id, record_id) where is_rewrite;
drop index log_faces_versions_idx;
