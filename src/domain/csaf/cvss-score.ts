import { type CvssMetrics, type CvssVersion, cvssMetrics } from './cvss-metrics.ts'

export type CvssSeverity = 'NONE' | 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL'

export interface CvssScore {
  version: Exclude<CvssVersion, '4.0'>
  baseScore: number
  severity: CvssSeverity
}

/** `unscored`: a valid vector of version 4, whose score staff enter. Undefined if invalid. */
export function cvssScore(vector: string): CvssScore | 'unscored' | undefined {
  const read = cvssMetrics(vector)
  if (read === undefined) return undefined
  const { version } = read
  if (version === '4.0') return 'unscored'
  const baseScore = version === '2.0' ? baseScore2(read) : baseScore3(read)
  return { version, baseScore, severity: cvssSeverity(baseScore, version) }
}

export function cvssSeverity(score: number, version: CvssVersion = '3.1'): CvssSeverity {
  if (version !== '2.0' && score >= 9) return 'CRITICAL'
  if (score >= 7) return 'HIGH'
  if (score >= 4) return 'MEDIUM'
  return score > 0 || version === '2.0' ? 'LOW' : 'NONE'
}

type Weights = Readonly<Record<string, number>>

function baseScore3({ metrics }: CvssMetrics): number {
  const weight = (name: string, weights: Weights) => weights[metrics.get(name) ?? ''] ?? 0
  const isChanged = metrics.get('S') === 'C'
  const untouched = ['C', 'I', 'A'].reduce((rest, name) => rest * (1 - weight(name, HARM_3)), 1)
  const harm = 1 - untouched
  const impact = isChanged ? 7.52 * (harm - 0.029) - 3.25 * (harm - 0.02) ** 15 : 6.42 * harm
  if (impact <= 0) return 0
  const exploitability =
    8.22 *
    weight('AV', { N: 0.85, A: 0.62, L: 0.55, P: 0.2 }) *
    weight('AC', { L: 0.77, H: 0.44 }) *
    weight('PR', isChanged ? { N: 0.85, L: 0.68, H: 0.5 } : { N: 0.85, L: 0.62, H: 0.27 }) *
    weight('UI', { N: 0.85, R: 0.62 })
  return roundedUp(Math.min((isChanged ? 1.08 : 1) * (impact + exploitability), 10))
}

const HARM_3: Weights = { H: 0.56, L: 0.22, N: 0 }

/** Rounds up to one decimal in integers, as version 3.1 requires: a floating-point error must not turn 4.0 into 4.1. */
function roundedUp(score: number): number {
  const scaled = Math.round(score * 100_000)
  return scaled % 10_000 === 0 ? scaled / 100_000 : (Math.floor(scaled / 10_000) + 1) / 10
}

function baseScore2({ metrics }: CvssMetrics): number {
  const weight = (name: string, weights: Weights) => weights[metrics.get(name) ?? ''] ?? 0
  const untouched = ['C', 'I', 'A'].reduce((rest, name) => rest * (1 - weight(name, HARM_2)), 1)
  const impact = 10.41 * (1 - untouched)
  const exploitability =
    20 *
    weight('AV', { L: 0.395, A: 0.646, N: 1 }) *
    weight('AC', { H: 0.35, M: 0.61, L: 0.71 }) *
    weight('Au', { M: 0.45, S: 0.56, N: 0.704 })
  if (impact === 0) return 0
  return Math.round((0.6 * impact + 0.4 * exploitability - 1.5) * 1.176 * 10) / 10
}

const HARM_2: Weights = { N: 0, P: 0.275, C: 0.66 }
