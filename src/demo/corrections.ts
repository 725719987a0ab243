import type { DemoRows } from '../db/demo.ts'

interface DemoCorrection {
  /** A part of the incident's title. */
  of: string
  first: { summary?: string; how_found?: string }
  /** Why the first version was redacted in the public log. Absent: everyone can still read it. */
  redacted?: string
}

const CORRECTIONS: readonly DemoCorrection[] = [
  {
    of: 'group changes arrive late',
    first: { summary: 'Changes of groups arrive late, and some may have been lost.' },
  },
  {
    of: 'investigating false verdicts',
    first: {
      how_found:
        'Reported by Dana Whitfield of Harborline Freight (dana.whitfield@harborline.example, +1 555 0142).',
    },
    redacted: 'It named a person at a customer.',
  },
]

export interface CorrectedRecord {
  id: number
  first: DemoCorrection['first']
  now: { summary: string; how_found: string | null }
  redacted: string | undefined
}

export function correctedRecords(records: DemoRows['records']): CorrectedRecord[] {
  return CORRECTIONS.flatMap(({ of, first, redacted }) => {
    const record = records.findLast(
      ({ kind, state, closed_on, title }) =>
        kind === 'incident' && state === 'published' && closed_on !== null && title.includes(of),
    )
    if (record?.id === undefined) return []
    const { id, summary = '', how_found = null } = record
    return { id, first, now: { summary, how_found }, redacted }
  })
}
