import { useId, useState } from 'react'
import { can } from '../../../domain/access.ts'
import { ROLE_WORDS } from '../../../domain/account/role-words.ts'
import { CheckboxField } from '../../parts/check-fields.tsx'
import { useStaff } from '../../shell/staff.ts'
import { useEditing } from '../editor-context.ts'
import { isCalled } from '../pickers/match-names.ts'
import { PickedChips } from '../pickers/picked-chips.tsx'
import styles from '../pickers/pickers.module.css'
import { SetError } from './set-error.tsx'
import ticks from './tick-list.module.css'

const SHOWN_AT_MOST = 20

/** Z-05: who may read an advisory before it is published. Applies as soon as it is saved. */
export function EmbargoField() {
  const { content, choices, change, isReadOnly, idOf, errorOf } = useEditing()
  const { uid, roles } = useStaff()
  const [typed, setTyped] = useState('')
  const id = useId()
  const error = errorOf('embargo')
  const named = content.embargo ?? null
  const people = choices.staff
    // These roles can read every embargoed advisory anyway.
    .filter((person) => !can(person.roles, 'read-embargoed'))
    .map((person) => ({
      tid: person.uid,
      name: person.name,
      is_retired: false,
      note: person.roles.map((role) => ROLE_WORDS[role].name).join(', '),
    }))
  const found = people.filter((person) => isCalled(person, typed))
  const isNamed = (tid: number) => named?.includes(tid) ?? false
  const name = (tid: number, is: boolean) => {
    const rest = (named ?? []).filter((other) => other !== tid)
    change({ embargo: is ? [...rest, tid] : rest })
  }
  return (
    <fieldset
      id={idOf('embargo')}
      className={styles.set}
      tabIndex={-1}
      aria-describedby={error === undefined ? undefined : `${id}-error`}
    >
      <legend>Embargo</legend>
      <CheckboxField
        label="Under embargo"
        hint="Until it is published, only administrators, trust administrators and the people named here can read it. API tokens can’t."
        isChecked={named !== null}
        isDisabled={isReadOnly}
        onChange={(is) =>
          change({ embargo: is ? (can(roles, 'read-embargoed') ? [] : [Number(uid)]) : null })
        }
      />
      <SetError id={`${id}-error`} error={error} />
      {named !== null && (
        <PickedChips
          label="May read it, chosen"
          things={[
            ...people.filter(({ tid }) => isNamed(tid)),
            ...named
              .filter((tid) => !people.some((person) => person.tid === tid))
              .map((tid) => ({
                tid,
                name: choices.staff.find((person) => person.uid === tid)?.name ?? `Account ${tid}`,
                is_retired: false,
              })),
          ]}
          none="No one is named yet."
          onRemove={(tid) => name(tid, false)}
        />
      )}
      {named !== null && !isReadOnly && (
        <>
          <input
            type="search"
            className={styles.filter}
            aria-label="Find people"
            placeholder="Find people"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <div className={styles.groups}>
            <ul className={`${ticks.ticks} ${styles.people}`} aria-label="People who may read it">
              {found.slice(0, SHOWN_AT_MOST).map(({ tid, name: label, note }) => (
                <li key={tid}>
                  <label className={ticks.tick}>
                    <input
                      type="checkbox"
                      checked={isNamed(tid)}
                      onChange={(event) => name(tid, event.currentTarget.checked)}
                    />
                    <span>
                      {label} <small className={styles.note}>{note}</small>
                    </span>
                  </label>
                </li>
              ))}
            </ul>
            {found.length === 0 && (
              <p className={styles.none}>
                {people.length === 0
                  ? 'No one to choose: all other staff can read it anyway. New staff appear here after their first sign-in.'
                  : 'No matches.'}
              </p>
            )}
            {found.length > SHOWN_AT_MOST && (
              <p className={styles.none}>{found.length - SHOWN_AT_MOST} more. Type part of a name.</p>
            )}
          </div>
        </>
      )}
    </fieldset>
  )
}
