import { SubscribeStar } from '../parts/subscribe-star.tsx'
import { flipped } from './change.ts'
import styles from './choice-list.module.css'
import type { Choice } from './choices.ts'
import type { Subscribing } from './use-subscribing.tsx'

/** Single things, each with its star. U-07: greyed where All decides about them. */
export function ChoiceList({
  choices,
  isGreyed = false,
  onSubscribe,
}: {
  choices: readonly Choice[]
  isGreyed?: boolean
  onSubscribe: Subscribing
}) {
  return (
    <ul className={styles.list} data-greyed={isGreyed ? '' : undefined}>
      {choices.map((choice) => (
        <li key={choice.tid}>
          <span>{choice.name}</span>
          <ChoiceStar choice={choice} isGreyed={isGreyed} onSubscribe={onSubscribe} />
        </li>
      ))}
    </ul>
  )
}

export function ChoiceStar({
  choice: { tid, name, isSubscribed },
  isGreyed = false,
  onSubscribe,
}: {
  choice: Choice
  isGreyed?: boolean
  onSubscribe: Subscribing
}) {
  const toggle = () => void onSubscribe(flipped({ kind: 'item', tid, name }, isSubscribed))
  return (
    <SubscribeStar
      name={name}
      use={isGreyed ? { kind: 'fixed', isSubscribed } : { kind: 'toggle', isSubscribed, onToggle: toggle }}
    />
  )
}
