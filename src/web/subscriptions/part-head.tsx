import type { AllScope } from '../../domain/telling/subscribable.ts'
import styles from './part-head.module.css'
import type { Subscribing } from './use-subscribing.tsx'

/** Above what can be had as a whole. */
export function PartHead({
  title,
  label,
  scope,
  isAll,
  allWords,
  onSubscribe,
}: {
  /** Undefined where a heading stands above already. */
  title?: string | undefined
  /** What is chosen as a whole. */
  label: string
  scope: AllScope
  isAll: boolean
  /** What All means. */
  allWords: string
  onSubscribe: Subscribing
}) {
  return (
    <div className={styles.head}>
      <div>
        {title !== undefined && <h4>{title}</h4>}
        <p>{isAll ? allWords : 'Those with a filled star.'}</p>
      </div>
      <AllOrIndividual label={label} scope={scope} isAll={isAll} onSubscribe={onSubscribe} />
    </div>
  )
}

/** U-07: everything of a kind, or one by one. */
function AllOrIndividual({
  label,
  scope,
  isAll,
  onSubscribe,
}: {
  label: string
  scope: AllScope
  isAll: boolean
  onSubscribe: Subscribing
}) {
  const target = { kind: 'all', scope } as const
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms, and has a legend of its own.
    <div role="group" aria-label={label} className={styles.choice}>
      <button
        type="button"
        aria-pressed={isAll}
        onClick={() => {
          if (!isAll) void onSubscribe({ action: 'subscribe', target })
        }}
      >
        All
      </button>
      <button
        type="button"
        aria-pressed={!isAll}
        onClick={() => {
          if (isAll) void onSubscribe({ action: 'unsubscribe', target })
        }}
      >
        Individual
      </button>
    </div>
  )
}
