import { blockedHow, type ThreatCategory } from '../../domain/threats/threat-category.ts'
import { amountWords } from '../threats/threat-words.ts'

const NBSP = '\u00a0'
const LEAST_CHANGE_PERCENT = 0.5
/** A larger increase reads as a multiple ("3.5 times as many") instead of a percentage. */
const TIMES_FROM_PERCENT = 200

export interface ThreatTotals {
  category: ThreatCategory | undefined
  region: string | undefined
  days: number
  total: number
  /** Total of the same number of days before; undefined if unknown. */
  totalBefore: number | undefined
}

export function threatVerdict(totals: ThreatTotals): string {
  const { category, region, total, days } = totals
  const where = region === undefined ? '' : `${region}: `
  const period = days === 1 ? 'in a day' : `in ${days}${NBSP}days`
  const threats = total === 0 ? 'No threats' : total === 1 ? '1 threat' : `${amountWords(total)} threats`
  return `${where}${threats} ${blockedHow(category)} ${period}${changeOf(totals)}.`
}

function changeOf({ total, totalBefore, days }: ThreatTotals): string {
  if (total === 0 || totalBefore === undefined || totalBefore === 0) return ''
  const before = days === 1 ? 'the day before' : `the ${days} before`
  const percent = (100 * (total - totalBefore)) / totalBefore
  if (Math.abs(percent) < LEAST_CHANGE_PERCENT) return `, as many as in ${before}`
  if (percent >= TIMES_FROM_PERCENT) {
    const times = Math.round((10 * total) / totalBefore) / 10
    return `, ${times.toLocaleString('en-US')} times as many as in ${before}`
  }
  if (percent > 0) return `, ${Math.round(percent)}% more than in ${before}`
  const fewer = Math.round(-percent)
  // Never 100%: some threats were blocked.
  return `, ${fewer === 100 ? 'over 99' : fewer}% fewer than in ${before}`
}
