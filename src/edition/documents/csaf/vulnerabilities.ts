import { factsOf, type ProductStatus, type Remediation } from '../../../domain/csaf/advisory-facts.ts'
import { cvssScore } from '../../../domain/csaf/cvss-score.ts'
import { CVE_ID } from '../../../domain/newsroom/check-content.ts'
import type { EditionRecord } from '../../edition-record.ts'
import { uriOf } from '../uri-of.ts'

export interface AboutVulnerabilities {
  record: EditionRecord
  status: ProductStatus
  productIds: readonly string[]
  description: string
  title: string
  /** For a vulnerability without a CVE id. */
  ownId: { system_name: string; text: string }
}

/**
 * One per CVE, or one named by the title. A record has a single vector, for its most severe vulnerability.
 * If there are several, it is unknown which one that is, so the vector goes into the notes of the document
 * instead.
 */
export function vulnerabilitiesOf(about: AboutVulnerabilities) {
  const { record, status, productIds, description, title, ownId } = about
  const cves = [...new Set(record.cve_ids)].filter((id) => CVE_ID.test(id))
  const scores = cves.length > 1 ? [] : scoresOf(record, productIds)
  const remediations = remediationsOf(record, status).map((each) => ({ ...each, product_ids: productIds }))
  const common = {
    title,
    notes: [{ category: 'description', text: description, title: 'Description' }],
    product_status: { [status]: productIds },
    ...(scores.length > 0 && { scores }),
    ...(remediations.length > 0 && { remediations }),
  }
  if (cves.length === 0) return [{ ids: [ownId], ...common }]
  return cves.map((cve) => ({ cve, ...common }))
}

/** Computed from the vector, since a typed score or severity may not match it. CSAF 2.0 does not support CVSS 4. */
function scoresOf({ cvss_vector: vector }: EditionRecord, products: readonly string[]) {
  const score = vector === null ? undefined : cvssScore(vector)
  if (score === undefined || score === 'unscored') return []
  const { version, baseScore, severity: baseSeverity } = score
  if (version === '2.0') return [{ products, cvss_v2: { version, vectorString: vector, baseScore } }]
  return [{ products, cvss_v3: { version, vectorString: vector, baseScore, baseSeverity } }]
}

function remediationsOf({ advisory, available_workaround }: EditionRecord, status: ProductStatus) {
  const said = factsOf(advisory).remediations.filter(({ details }) => details.trim() !== '')
  const workaround = available_workaround?.trim() ?? ''
  const hasWorkaround = said.some(({ category }) => category === 'workaround')
  const all: Remediation[] = [
    ...said,
    ...(workaround === '' || hasWorkaround
      ? []
      : [{ category: 'workaround' as const, details: workaround, url: null }]),
  ]
  const isOpen = status === 'known_affected' || status === 'under_investigation'
  if (all.length === 0 && isOpen) all.push(NOTHING_YET)
  return all.map(({ category, details, url }) => {
    const uri = url === null ? undefined : uriOf(url)
    return { category, details, ...(uri !== undefined && { url: uri }) }
  })
}

/** CSAF requires advice for affected users, even if it is to wait. */
const NOTHING_YET: Remediation = {
  category: 'none_available',
  details: 'No remedy has been published yet. This advisory will be updated.',
  url: null,
}
