import { READING_PACE } from '../read-pages.ts'
import type { Report } from '../report.ts'
import { median, megabytes, percentile, thousands, wholeMs, withSpread } from '../statistics.ts'
import type { DeliveryFigures } from './delivery.ts'
import type { NotifyFigures } from './notify-crowd.ts'

const LEAST_SHARE_OF_POOL = 0.8
const MOST_TIMES_QUIET = 2
/** The spread between two runs of the same worker. */
const SAME_SIZE_WITHIN = 1.15

export function reportOf(figures: DeliveryFigures): Report {
  const { few, many, flood, poolPerSecond, quiet, busy, expanded } = figures
  const shares = many.map(({ perSecond }, round) => perSecond / (poolPerSecond[round] ?? Number.NaN))
  const growth = flood.bytes / few.bytes
  const waits = busy.map(({ p99 }, round) => p99 / (quiet[round]?.p99 ?? Number.NaN))
  const rate = (values: readonly number[]) => withSpread(values, 0)
  const row = (name: string, notified: NotifyFigures) => [
    name,
    thousands(notified.perSecond),
    wholeMs(notified.firstAfterMs),
    megabytes(notified.bytes),
  ]
  return {
    name: 'delivery',
    tables: [
      {
        title: 'Notifying subscribers by mail',
        columns: ['recipients', 'mails/s', 'publish to first mail', 'memory of the worker'],
        rows: [
          row('10,000', few),
          ...many.map((notified) => row('100,000', notified)),
          row('300,000', flood),
        ],
      },
      {
        title: 'Compared with a bare nodemailer pool that sends the same message, already composed',
        columns: ['', 'mails/s'],
        rows: [
          ['pool', rate(poolPerSecond)],
          ['site', rate(many.map(({ perSecond }) => perSecond))],
        ],
      },
      {
        title: 'Reading pages after a publication with 100,000 recipients',
        columns: ['', 'p50 ms', 'p99 ms'],
        rows: [
          [
            'no mail is sent',
            withSpread(quiet.map(({ p50 }) => p50)),
            withSpread(quiet.map(({ p99 }) => p99)),
          ],
          [
            'mail is being sent',
            withSpread(busy.map(({ p50 }) => p50)),
            withSpread(busy.map(({ p99 }) => p99)),
          ],
        ],
      },
    ],
    notes: [
      `Share of the pool's rate ${withSpread(shares)}; readers request ${READING_PACE}, ratio of p99 ${withSpread(waits)}.`,
      `${thousands(expanded.amount)} recipients found in ${(expanded.ms / 1000).toFixed(1)} s: ${expanded.slicesMs.length} slices of ${wholeMs(median(expanded.slicesMs))}, the longest ${wholeMs(percentile(expanded.slicesMs, 1))}.`,
    ],
    goals: [
      {
        goal: `Mails a second: at least ${LEAST_SHARE_OF_POOL * 100} % of a bare pool`,
        measured: `${(median(shares) * 100).toFixed(0)} %`,
        isMet: median(shares) >= LEAST_SHARE_OF_POOL,
      },
      {
        goal: `Memory with 300,000 recipients at most ${SAME_SIZE_WITHIN} times that with 10,000`,
        measured: growth.toFixed(2),
        isMet: growth <= SAME_SIZE_WITHIN,
      },
      {
        goal: `100,000 recipients: readers' p99 at most ${MOST_TIMES_QUIET} times that without a publication`,
        measured: median(waits).toFixed(2),
        isMet: median(waits) <= MOST_TIMES_QUIET,
      },
    ],
  }
}
