import { SubscribeStar } from '../parts/subscribe-star.tsx'
import { flipped } from './change.ts'
import styles from './choice-list.module.css'
import type { Choice } from './choices.ts'
import type { Subscribing } from './use-subscribing.tsx'

/** U-07: disabled if All includes them. */
export function ChoiceList({
  choices,
  partOf,
  onSubscribe,
}: {
  choices: readonly Choice[]
  partOf?: string | undefined
  onSubscribe: Subscribing
}) {
  return (
    <ul className={styles.list} data-greyed={partOf === undefined ? undefined : ''}>
      {choices.map((choice) => (
        <li key={choice.tid}>
          <span>{choice.name}</span>
          <ChoiceStar choice={choice} partOf={partOf} onSubscribe={onSubscribe} />
        </li>
      ))}
    </ul>
  )
}

export function ChoiceStar({
  choice: { tid, name, isSubscribed },
  partOf,
  onSubscribe,
}: {
  choice: Choice
  partOf?: string | undefined
  onSubscribe: Subscribing
}) {
  const toggle = () => void onSubscribe(flipped({ kind: 'item', tid, name }, isSubscribed))
  return (
    <SubscribeStar
      name={name}
      use={
        partOf === undefined
          ? { kind: 'toggle', isSubscribed, onToggle: toggle }
          : { kind: 'fixed', isSubscribed, why: partOfWords(partOf) }
      }
    />
  )
}

export function partOfWords(all: string): string {
  return `Part of ${all}. Choose Individual to change it.`
}
