import { useEffect, useRef } from 'react'
import ticks from '../fields/tick-list.module.css'
import styles from './pickers.module.css'

export function TickGroup({
  title,
  things,
  isOpen,
  has,
  onSet,
}: {
  title: string
  things: readonly { tid: number; name: string; note?: string | undefined }[]
  isOpen: boolean
  has: (tid: number) => boolean
  onSet: (tids: readonly number[], isPicked: boolean) => void
}) {
  const all = useRef<HTMLInputElement>(null)
  const count = things.filter(({ tid }) => has(tid)).length
  const areAll = count === things.length
  const isMixed = count > 0 && !areAll
  useEffect(() => {
    if (all.current !== null) all.current.indeterminate = isMixed
  }, [isMixed])
  return (
    <details className={styles.group} open={isOpen || undefined}>
      <summary>
        <span>{title}</span>
        <span className={styles.count}>{count === 0 ? things.length : `${count} of ${things.length}`}</span>
      </summary>
      <label className={`${ticks.tick} ${styles.whole}`}>
        <input
          ref={all}
          type="checkbox"
          checked={areAll}
          onChange={(event) =>
            onSet(
              things.map(({ tid }) => tid),
              event.currentTarget.checked,
            )
          }
        />
        <span>All of {title}</span>
      </label>
      <ul className={ticks.ticks}>
        {things.map(({ tid, name, note }) => (
          <li key={tid}>
            <label className={ticks.tick}>
              <input
                type="checkbox"
                checked={has(tid)}
                onChange={(event) => onSet([tid], event.currentTarget.checked)}
              />
              <span>
                {name}
                {note !== undefined && <small className={styles.note}> {note}</small>}
              </span>
            </label>
          </li>
        ))}
      </ul>
    </details>
  )
}
