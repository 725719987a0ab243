-- What programs that read security advisories need beyond the words (CSAF).
alter table records add column advisory jsonb;
comment on column records.advisory is
  'Of a security advisory: status of the products, remediations, references, as domain/csaf/advisory-facts.ts has them. Null: nothing was said.';
