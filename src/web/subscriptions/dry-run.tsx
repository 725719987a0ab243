import { useEffect, useState } from 'react'
import type { DryRun as DryRunAnswer } from '../../contract/subscriptions.ts'
import { callAccount } from '../../ui/account/call-account.ts'
import { counted } from '../../ui/parts/words.ts'
import styles from './dry-run.module.css'
import { useTally } from './own-choices.ts'

type Counted = DryRunAnswer['data']

/** A row of stars is counted once, after the last of them. */
const COUNT_AFTER_MS = 500

const KINDS: readonly [keyof Counted['by_kind'], string][] = [
  ['incident', 'Incidents'],
  ['maintenance', 'Maintenance'],
  ['advisory', 'Advisories'],
  ['notification', 'Notifications'],
]

/** What the choices amount to: the messages they would have brought. While it is counted anew, the last count stands. */
export function DryRun() {
  const counted = useDryRun()
  return (
    <aside className={styles.sum} aria-label="Estimated volume">
      {counted !== undefined && (
        <>
          <p className={styles.words}>{dryRunWords({ ...counted, news: newsOf(counted) })}</p>
          <dl className={styles.kinds}>
            {KINDS.map(([kind, name]) => (
              <div key={kind}>
                <dt>{name}</dt>
                <dd>{counted.by_kind[kind].toLocaleString('en-US')}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </aside>
  )
}

function newsOf({ by_kind }: Counted) {
  return KINDS.reduce((sum, [kind]) => sum + by_kind[kind], 0)
}

function useDryRun(): Counted | undefined {
  const { changes } = useTally()
  const [counted, setCounted] = useState<Counted>()
  useEffect(() => {
    let isOver = false
    const timer = setTimeout(
      async () => {
        const called = await callAccount('POST /api/subscriptions/dry-run', {})
        // It is no more than a hint: where it cannot be counted, the page does without.
        if (!isOver && called.kind === 'done') setCounted(called.answer.data)
      },
      changes === 0 ? 0 : COUNT_AFTER_MS,
    )
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [changes])
  return counted
}

/** Who gets one message a day gets several pieces of news in it; the kinds below are of these. */
export function dryRunWords({ total, news, days }: { total: number; news: number; days: number }): string {
  return `With these choices you would have received ${amountWords(total, news)} in the last ${days} days.`
}

function amountWords(total: number, news: number) {
  if (total === 0) return 'no messages'
  if (total === news) return counted(total, 'message')
  return `${counted(total, 'daily digest')} with ${counted(news, 'update')}`
}
