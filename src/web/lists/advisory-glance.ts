import type { PostRecord } from '../../contract/records.ts'
import { shortened } from '../../ui/parts/words.ts'
import { cvssRating } from '../record/record-details-words.ts'

export interface AdvisoryGlance {
  rating: { word: string; bars: number; score: string } | undefined
  cves: string
  fix: Remedy | undefined
}

interface Remedy {
  term: string
  words: string
}

const CVES_NAMED = 2

export function advisoryGlance(
  record: Pick<PostRecord, 'post_type' | 'cvss_score' | 'cve_ids' | 'remediations'>,
): AdvisoryGlance | undefined {
  if (record.post_type !== 'advisory') return undefined
  return {
    rating: ratingOf(record.cvss_score),
    cves: shortened(record.cve_ids ?? [], CVES_NAMED),
    fix: remedyOf(record.remediations ?? []),
  }
}

function ratingOf(score: number | undefined) {
  if (score === undefined) return undefined
  return { ...cvssRating(score), score: score.toFixed(1) }
}

type Remediation = NonNullable<PostRecord['remediations']>[number]

/** Staff describe fixes in free text; readers look for the version number in it. */
function remedyOf(remediations: readonly Remediation[]): Remedy | undefined {
  const fixes = remediations.filter(({ category }) => category === 'vendor_fix')
  const version = fixes.map(({ details }) => VERSION.exec(details)?.[1]).find((each) => each !== undefined)
  if (version !== undefined) return { term: 'Fixed in', words: version }
  return ORDER.find(([category]) => remediations.some((each) => each.category === category))?.[1]
}

/** `4.2`, `v4.2.1` or `version 12`; a bare number could be anything. */
const VERSION = /(?:\bversion\s+|\bv|(?<![\w.-]))(\d+(?:\.\d+)+(?:-\w+)?|(?<=version\s)\d+)/i

const ORDER: readonly (readonly [Remediation['category'], Remedy])[] = [
  ['vendor_fix', { term: 'Fix', words: 'Available' }],
  ['workaround', { term: 'Fix', words: 'Workaround' }],
  ['mitigation', { term: 'Fix', words: 'Mitigation' }],
  ['none_available', { term: 'Fix', words: 'None yet' }],
  ['no_fix_planned', { term: 'Fix', words: 'None planned' }],
]
