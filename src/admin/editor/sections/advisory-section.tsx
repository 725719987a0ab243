import { CvssFields } from '../fields/cvss-fields.tsx'
import { EmbargoField } from '../fields/embargo-field.tsx'
import { ProductStatusField } from '../fields/product-status-field.tsx'
import { ReferencesField } from '../fields/references-field.tsx'
import { RemediationsField } from '../fields/remediations-field.tsx'
import { SPACES_TOO, WordsListField } from '../fields/words-list-field.tsx'
import { Columns, Section } from './section.tsx'

export function AdvisorySection() {
  return (
    <Section title="Vulnerabilities">
      <EmbargoField />
      <WordsListField
        field="cve_ids"
        hint="For example CVE-2026-12345. You can paste several at once."
        separators={SPACES_TOO}
        spell={(word) => word.toUpperCase()}
      />
      <Columns>
        <CvssFields />
      </Columns>
      <ProductStatusField />
      <RemediationsField />
      <ReferencesField />
    </Section>
  )
}
