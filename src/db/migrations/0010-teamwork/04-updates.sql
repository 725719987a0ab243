-- A withdrawn record leaves a note at its address.

alter table records add column withdrawn_on timestamptz;
alter table records add column withdrawn_reason text;
comment on column records.withdrawn_on is
  'When it was unpublished; null unless it is. Set by the previous release: null as well, updated_on is close to it.';
comment on column records.withdrawn_reason is
  'Public: what readers are told at the address of a withdrawn record. The audit log has the reason for staff.';

-- Reasons given so far were for the audit log only, so these records get a note without one.
update records set withdrawn_on = coalesce(
  (select max(at) from audit_log where entity = 'record' and action = 'unpublish' and entity_id = records.id::text),
  updated_on
) where state = 'unpublished';
