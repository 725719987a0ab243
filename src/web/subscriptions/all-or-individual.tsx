import type { AllScope } from '../../domain/telling/subscribable.ts'
import styles from './all-or-individual.module.css'
import type { Subscribing } from './use-subscribing.tsx'

/** U-07: everything of a kind, or one by one. */
export function AllOrIndividual({
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
