import type { ComplianceRow, ComplianceRowValues } from '../../../contract/admin/site/pages.ts'
import { readRows, type SiteTable } from '../../../db/site-editing/site-rows.ts'
import type { SiteNoun } from '../site-noun.ts'
import { oneLine } from '../typed-words.ts'
import { first, isCloud, NO_SUCH_CLOUD } from './checks.ts'

const table: SiteTable<'compliance_rows'> = { name: 'compliance_rows', key: 'id', order: ['position'] }

export const complianceRows: SiteNoun<ComplianceRowValues, ComplianceRow> = {
  entity: 'compliance-row',
  table,
  needs: () => 'edit-compliance',
  isPublic: true,
  read: (db) => readRows(db, table),
  tidy: (typed) => ({
    ...typed,
    description: oneLine(typed.description),
    date_text: oneLine(typed.date_text),
  }),
  check: async ({ cloud_id, description }, { db }) => ({
    description: first(description === '' && 'Please say what it is about.'),
    cloud_id: first(!(await isCloud(db, cloud_id)) && NO_SUCH_CLOUD),
  }),
  toColumns: (values) => values,
  scopeOf: ({ cloud_id }) => cloud_id ?? 'all',
}
