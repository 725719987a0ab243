import { useId, useState } from 'react'
import { useEditing } from '../editor-context.ts'
import { SetError } from '../fields/set-error.tsx'
import { isCalled } from './match-names.ts'
import { PickedChips } from './picked-chips.tsx'
import styles from './pickers.module.css'
import { TickGroup } from './tick-group.tsx'
import { usePicked } from './use-picked.ts'

export function TermsPicker() {
  const { content, choices, isReadOnly, idOf, errorOf } = useEditing()
  const { picked, has, set } = usePicked('terms')
  const [typed, setTyped] = useState('')
  const id = useId()
  const error = errorOf('terms')
  const ofType = choices.terms.filter(
    ({ notification_type, tid, is_retired }) =>
      notification_type === content.notification_type && (!is_retired || has(tid)),
  )
  const found = ofType.filter((term) => isCalled(term, typed))
  const groups = [...new Set(found.map(({ group_name }) => group_name))]
  return (
    <fieldset
      id={idOf('terms')}
      className={styles.set}
      tabIndex={-1}
      aria-describedby={error === undefined ? undefined : `${id}-error`}
    >
      <legend>Categories</legend>
      <PickedChips
        label="Categories, chosen"
        things={choices.terms.filter(({ tid }) => picked.includes(tid))}
        none={isReadOnly ? 'None.' : 'None chosen yet. They decide who is notified.'}
        onRemove={(tid) => set([tid], false)}
      />
      <SetError id={`${id}-error`} error={error} />
      {!isReadOnly && ofType.length > 0 && (
        <>
          <input
            type="search"
            className={styles.filter}
            aria-label="Filter categories"
            placeholder="Filter categories"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || typed === '') return
              event.preventDefault()
              const first = found[0]
              if (first !== undefined) set([first.tid], !has(first.tid))
              setTyped('')
            }}
          />
          <div className={styles.groups}>
            {groups.map((group) => (
              <TickGroup
                key={group}
                title={group === '' ? 'Categories' : group}
                things={found.filter(({ group_name }) => group_name === group)}
                isOpen={typed !== '' || groups.length <= 2}
                has={has}
                onSet={set}
              />
            ))}
            {groups.length === 0 && <p className={styles.none}>No category has this name.</p>}
          </div>
        </>
      )}
    </fieldset>
  )
}
