export interface AdvisoryFacts {
  /** Null: it follows from the status of the record. */
  product_status: ProductStatus | null
  remediations: Remediation[]
  references: AdvisoryReference[]
}

export const PRODUCT_STATUSES = [
  'under_investigation',
  'known_affected',
  'fixed',
  'known_not_affected',
] as const
export type ProductStatus = (typeof PRODUCT_STATUSES)[number]

export const REMEDIATION_CATEGORIES = [
  'vendor_fix',
  'workaround',
  'mitigation',
  'none_available',
  'no_fix_planned',
] as const
export type RemediationCategory = (typeof REMEDIATION_CATEGORIES)[number]

export interface Remediation {
  category: RemediationCategory
  details: string
  url: string | null
}

export interface AdvisoryReference {
  summary: string
  url: string
}

export const REMEDIATIONS_AT_MOST = 20
export const REFERENCES_AT_MOST = 30
export const DETAILS_CHARACTERS = 2000
export const SUMMARY_CHARACTERS = 300
export const URL_CHARACTERS = 2000

const NOTHING: AdvisoryFacts = { product_status: null, remediations: [], references: [] }

/**
 * Earlier versions stored none. Keys have a fixed order, because JSON in the database doesn't keep it and
 * equal facts must look the same.
 */
export function factsOf(stored: AdvisoryFacts | null | undefined): AdvisoryFacts {
  if (stored === null || stored === undefined) return NOTHING
  return {
    product_status: stored.product_status,
    remediations: stored.remediations.map(({ category, details, url }) => ({ category, details, url })),
    references: stored.references.map(({ summary, url }) => ({ summary, url })),
  }
}

export function factsToStore(facts: AdvisoryFacts): AdvisoryFacts | null {
  const { product_status, remediations, references } = facts
  const saysNothing = product_status === null && remediations.length === 0 && references.length === 0
  return saysNothing ? null : facts
}

/** Closed records are fixed: an old advisory must not call anything affected. */
export function productStatusOf({
  advisory,
  cve_ids,
  cvss_score,
  cvss_vector,
  isClosed,
}: {
  advisory: AdvisoryFacts | null
  cve_ids: readonly string[]
  cvss_score: number | null
  cvss_vector: string | null
  isClosed: boolean
}): ProductStatus | null {
  const stated = factsOf(advisory).product_status
  if (stated !== null) return stated
  if (isClosed) return 'fixed'
  const namesOne = cve_ids.length > 0 || cvss_score !== null || cvss_vector !== null
  return namesOne ? 'known_affected' : null
}

export const PRODUCT_STATUS_WORDS: Record<ProductStatus, string> = {
  under_investigation: 'Under investigation',
  known_affected: 'Affected',
  fixed: 'Fixed',
  known_not_affected: 'Not affected',
}

export const REMEDIATION_WORDS: Record<RemediationCategory, string> = {
  vendor_fix: 'Fix',
  workaround: 'Workaround',
  mitigation: 'Mitigation',
  none_available: 'No remedy yet',
  no_fix_planned: 'No fix planned',
}
