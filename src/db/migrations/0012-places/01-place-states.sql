-- Severity of a record at one of its places.

ALTER TABLE record_services
  ADD COLUMN severity_tid integer,
  ADD CONSTRAINT record_services_severity_fkey FOREIGN KEY (severity_tid) REFERENCES severities (tid);
COMMENT ON COLUMN record_services.severity_tid IS 'Null: the severity of the record.';
CREATE INDEX record_services_severity_idx ON record_services (severity_tid) WHERE severity_tid IS NOT NULL;

ALTER TABLE record_data_centers
  ADD COLUMN severity_tid integer,
  ADD CONSTRAINT record_data_centers_severity_fkey FOREIGN KEY (severity_tid) REFERENCES severities (tid);
COMMENT ON COLUMN record_data_centers.severity_tid IS 'Null: the severity of the record.';
CREATE INDEX record_data_centers_severity_idx ON record_data_centers (severity_tid) WHERE severity_tid IS NOT NULL;

ALTER TABLE record_changes ADD COLUMN place_states jsonb NOT NULL DEFAULT '[]';
COMMENT ON COLUMN record_changes.place_states IS 'Places whose own severity changed; see StateChange in src/domain/place-states.ts.';
