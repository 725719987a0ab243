import type { AllScope } from '../../domain/telling/subscribable.ts'
import { AllOrIndividual } from './all-or-individual.tsx'
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
