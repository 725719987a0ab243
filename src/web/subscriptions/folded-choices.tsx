import { useId, useState } from 'react'
import { counted } from '../../ui/parts/words.ts'
import { isMeant } from '../parts/is-meant.ts'
import { type StarUse, SubscribeStar } from '../parts/subscribe-star.tsx'
import { flipped, type Target } from './change.ts'
import { ChoiceList, partOfWords } from './choice-list.tsx'
import { type Choice, isWhole } from './choices.ts'
import styles from './folded-choices.module.css'
import type { Subscribing } from './use-subscribing.tsx'

export interface ChoiceGroup {
  title: string
  choices: readonly Choice[]
  target: Target
  also?: string | undefined
}

type Noun = readonly [one: string, many: string]

interface Common {
  partOf?: string | undefined
  onSubscribe: Subscribing
}

export function FoldedChoices({
  noun,
  groups,
  ...common
}: Common & { noun: Noun; groups: readonly ChoiceGroup[] }) {
  const [typed, setTyped] = useState('')
  const [folds, setFolds] = useState<Readonly<Record<string, boolean>>>({})
  const isLooking = typed.trim() !== ''
  const shown = groups
    .map((group) => ({ group, choices: group.choices.filter((choice) => isFound(typed, choice, group)) }))
    .filter(({ choices }) => choices.length > 0)
  const isOpen = ({ title }: ChoiceGroup) => folds[title] ?? isLooking
  const isAllOpen = shown.every(({ group }) => isOpen(group))
  return (
    <div className={styles.room}>
      <div className={styles.controls}>
        <Search
          noun={noun}
          typed={typed}
          onType={(text) => {
            setTyped(text)
            setFolds({})
          }}
          found={isLooking ? shown.reduce((sum, { choices }) => sum + choices.length, 0) : undefined}
        />
        {shown.length > 0 && (
          <button
            type="button"
            className="button"
            onClick={() => setFolds(Object.fromEntries(groups.map(({ title }) => [title, !isAllOpen])))}
          >
            {isAllOpen ? 'Collapse all' : 'Expand all'}
          </button>
        )}
      </div>
      {shown.map(({ group, choices }) => (
        <Group
          key={group.title}
          group={group}
          shown={choices}
          noun={noun}
          isOpen={isOpen(group)}
          onFold={(open) => setFolds((before) => ({ ...before, [group.title]: open }))}
          {...common}
        />
      ))}
    </div>
  )
}

function isFound(typed: string, { name }: Choice, { title }: ChoiceGroup) {
  return isMeant(typed, { name, city: title })
}

function Search({
  noun: [one, many],
  typed,
  onType,
  found,
}: {
  noun: Noun
  typed: string
  onType: (typed: string) => void
  found: number | undefined
}) {
  const inputId = useId()
  return (
    <search className={styles.find}>
      <label htmlFor={inputId} className="hidden">
        Find a {one} by name
      </label>
      <input
        id={inputId}
        type="search"
        autoComplete="off"
        spellCheck={false}
        placeholder={`Find a ${one}`}
        value={typed}
        onChange={(event) => onType(event.currentTarget.value)}
        onKeyDown={({ key }) => {
          if (key === 'Escape') onType('')
        }}
      />
      <p role="status">{foundWords(found, [one, many])}</p>
    </search>
  )
}

function foundWords(found: number | undefined, [one, many]: Noun) {
  if (found === undefined) return ''
  return found === 0 ? `No ${one} matches` : `${counted(found, one, many)} found`
}

/** U-06: its star covers the whole group, so it is disabled while a search hides part of it. */
function Group({
  group,
  shown,
  noun,
  isOpen,
  onFold,
  partOf,
  onSubscribe,
}: Common & {
  group: ChoiceGroup
  shown: readonly Choice[]
  noun: Noun
  isOpen: boolean
  onFold: (isOpen: boolean) => void
}) {
  const listId = useId()
  const { title, choices, also } = group
  const use = groupUse({ group, shown, noun, partOf, onSubscribe })
  return (
    <section className={styles.group} aria-label={title}>
      <div className={styles.head}>
        <button
          type="button"
          className={styles.fold}
          aria-expanded={isOpen}
          aria-controls={listId}
          onClick={() => onFold(!isOpen)}
        >
          <svg viewBox="0 0 12 12" aria-hidden="true">
            <path d="m4 2 4.5 4L4 10z" />
          </svg>
          <span className={styles.words}>
            <b>{title}</b> <span>{amountWords(choices, { noun, shown })}</span>
          </span>
        </button>
        {also !== undefined && (
          <span className={styles.also} aria-hidden="true">
            {also}
          </span>
        )}
        <SubscribeStar name={also === undefined ? title : `${title}, ${also}`} use={use} />
      </div>
      <div id={listId} hidden={!isOpen} className={styles.list}>
        {isOpen && <ChoiceList choices={shown} partOf={partOf} onSubscribe={onSubscribe} />}
      </div>
    </section>
  )
}

function groupUse({
  group: { title, choices, target },
  shown,
  noun: [one, many],
  partOf,
  onSubscribe,
}: Common & { group: ChoiceGroup; shown: readonly Choice[]; noun: Noun }): StarUse {
  const isSubscribed = isWhole(choices)
  if (partOf !== undefined) return { kind: 'fixed', isSubscribed, why: partOfWords(partOf) }
  if (shown.length < choices.length) {
    const all = counted(choices.length, one, many)
    return { kind: 'fixed', isSubscribed, why: `For all ${all} of ${title}. Clear the search to use it.` }
  }
  return { kind: 'toggle', isSubscribed, onToggle: () => void onSubscribe(flipped(target, isSubscribed)) }
}

function amountWords(
  choices: readonly Choice[],
  { noun: [one, many], shown }: { noun: Noun; shown: readonly Choice[] },
) {
  const subscribed = choices.filter(({ isSubscribed }) => isSubscribed).length
  const isPart = shown.length < choices.length
  const amount = `${isPart ? `${shown.length} of ` : ''}${counted(choices.length, one, many)}`
  return subscribed === 0 ? amount : `${amount}, ${subscribed} subscribed`
}
