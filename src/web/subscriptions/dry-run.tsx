import { useEffect, useState } from 'react'
import type { DryRun as DryRunAnswer } from '../../contract/subscriptions.ts'
import { callAccount } from '../../ui/account/call-account.ts'
import { counted } from '../../ui/parts/words.ts'
import styles from './dry-run.module.css'
import { useTally } from './own-choices.ts'

type Counted = DryRunAnswer['data']

/** Debounce: several stars in a row are counted once. */
const COUNT_AFTER_MS = 500

const KINDS: readonly [keyof Counted['by_kind'], string][] = [
  ['incident', 'Incidents'],
  ['maintenance', 'Maintenance'],
  ['advisory', 'Advisories'],
  ['notification', 'Notifications'],
]

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
        // Just a hint: left out if it fails.
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

/** A digest contains several updates; the kinds below count those. */
export function dryRunWords({ total, news, days }: { total: number; news: number; days: number }): string {
  return `With these choices you would have received ${amountWords(total, news)} in the last ${days} days.`
}

function amountWords(total: number, news: number) {
  if (total === 0) return 'no messages'
  if (total === news) return counted(total, 'message')
  return `${counted(total, 'daily digest')} with ${counted(news, 'update')}`
}
