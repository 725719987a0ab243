import { parseUrl } from '../parse-url.ts'
import type { AdvisoryFacts, AdvisoryReference, Remediation } from './advisory-facts.ts'

export interface WrongRow {
  row: number
  part: 'details' | 'summary' | 'url'
  sentence: string
}

export function wrongRemediations(rows: readonly Remediation[]): WrongRow[] {
  return rows.flatMap(({ details, url }, row) => [
    ...(details.trim() === ''
      ? [{ row, part: 'details' as const, sentence: 'Please enter a description.' }]
      : []),
    ...(url !== null && !isHttpsAddress(url) ? [{ row, part: 'url' as const, sentence: NO_ADDRESS }] : []),
  ])
}

export function wrongReferences(rows: readonly AdvisoryReference[]): WrongRow[] {
  return rows.flatMap(({ summary, url }, row) => [
    ...(summary.trim() === ''
      ? [{ row, part: 'summary' as const, sentence: 'Please enter what it links to.' }]
      : []),
    ...(isHttpsAddress(url) ? [] : [{ row, part: 'url' as const, sentence: NO_ADDRESS }]),
  ])
}

const NO_ADDRESS = 'Please enter a full address starting with https://.'

export function checkAdvisory({
  remediations,
  references,
}: Pick<AdvisoryFacts, 'remediations' | 'references'>) {
  return {
    remediations: sentenceOf('Remedy', wrongRemediations(remediations)),
    references: sentenceOf('Reference', wrongReferences(references)),
  }
}

function sentenceOf(what: string, [first]: readonly WrongRow[]): string | undefined {
  return first === undefined ? undefined : `${what} ${first.row + 1}: ${first.sentence}`
}

/** Strict, because programs read it: no blanks, quotes or brackets, and a valid host. */
export function isHttpsAddress(written: string): boolean {
  return /^https:\/\/[^\s<>"\\^`{|}]+$/.test(written) && parseUrl(written) !== undefined
}
