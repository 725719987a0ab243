import styles from './panel-head.module.css'
import type { Subscribing } from './use-subscribing.tsx'

export function PanelHead({
  title,
  words,
  isReady,
  onSubscribe,
}: {
  title: string
  words?: string | undefined
  isReady: boolean
  onSubscribe: Subscribing
}) {
  const all = { kind: 'all', scope: 'all' } as const
  return (
    <header className={styles.head}>
      <div>
        <h2>{title}</h2>
        {words !== undefined && <p>{words}</p>}
      </div>
      <div className={styles.buttons}>
        <button
          type="button"
          className="button"
          disabled={!isReady}
          onClick={() => void onSubscribe({ action: 'subscribe', target: all })}
        >
          Subscribe All
        </button>
        <button
          type="button"
          className="button"
          disabled={!isReady}
          onClick={() => void onSubscribe({ action: 'unsubscribe', target: all })}
        >
          Unsubscribe All
        </button>
      </div>
    </header>
  )
}
