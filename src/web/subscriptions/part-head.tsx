import type { AllScope } from '../../domain/telling/subscribable.ts'
import styles from './part-head.module.css'
import type { Subscribing } from './use-subscribing.tsx'

export function PartHead({
  title,
  label,
  scope,
  isAll,
  allWords,
  onSubscribe,
}: {
  /** Undefined if there is a heading above already. */
  title?: string | undefined
  label: string
  scope: AllScope
  isAll: boolean
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

/** U-07 */
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
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms and has its own legend.
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
