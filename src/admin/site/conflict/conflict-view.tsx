import { useEffect, useId, useRef, useState } from 'react'
import type { FieldSpec } from '../form/field-spec.ts'
import type { Editing } from '../form/use-editing.ts'
import { wordsOfField } from '../form/words-of-field.ts'
import { compareVersions } from './compare-versions.ts'
import styles from './conflict-view.module.css'

type Side = 'mine' | 'theirs'

/** Z-07. Changes by one side are preselected; conflicts need a choice. */
export function ConflictView<V extends object>({
  editing,
  fields,
}: {
  editing: Editing<V>
  fields: readonly FieldSpec<V>[]
}) {
  const { base, values: mine, theirs: newer, settle, postpone } = editing
  const title = useRef<HTMLHeadingElement>(null)
  const [picked, setPicked] = useState<Record<string, Side>>({})
  const [isAsked, setAsked] = useState(false)
  const id = useId()
  useEffect(() => title.current?.focus(), [])
  if (newer === undefined) return null
  const theirs = newer.values
  const differences = compareVersions(base, { mine, theirs })
  const sideOf = ({ field, changedBy }: (typeof differences)[number]): Side | undefined =>
    picked[field] ?? (changedBy === 'both' ? undefined : changedBy === 'me' ? 'mine' : 'theirs')
  const open = differences.filter((difference) => sideOf(difference) === undefined)

  function onSave() {
    setAsked(true)
    if (open.length > 0) return
    const taken = differences.filter((difference) => sideOf(difference) === 'theirs')
    const chosen = { ...mine }
    for (const { field } of taken) chosen[field] = theirs[field]
    settle(chosen)
  }

  return (
    <section className={styles.conflict} aria-labelledby={`${id}title`}>
      <h3 id={`${id}title`} ref={title} tabIndex={-1}>
        Someone else saved this while you were editing
      </h3>
      <p>Nothing was overwritten, and nothing you typed is lost. Choose a version where you differ.</p>
      {differences.length === 0 && <p>Both of you made the same changes.</p>}
      {differences.map((difference) => {
        const spec = fields.find(({ name }) => name === difference.field)
        const side = sideOf(difference)
        const name = `${id}${difference.field}`
        return (
          <fieldset key={difference.field} className={styles.field}>
            <legend>{spec?.label ?? difference.field}</legend>
            {(['mine', 'theirs'] as const).map((each) => (
              <label key={each} className={styles.version} data-picked={side === each ? '' : undefined}>
                <input
                  type="radio"
                  name={name}
                  checked={side === each}
                  onChange={() => setPicked((before) => ({ ...before, [difference.field]: each }))}
                />
                <span>
                  <strong>{SIDES[each]}</strong>
                  {isUnchanged(difference.changedBy, each) && <small> (as it was)</small>}
                  <span className={styles.value}>
                    {spec === undefined ? '' : wordsOfField(spec, each === 'mine' ? mine : theirs)}
                  </span>
                </span>
              </label>
            ))}
            {isAsked && side === undefined && (
              <p className={styles.missing} role="alert">
                Both of you changed this. Choose one.
              </p>
            )}
          </fieldset>
        )
      })}
      <div className={styles.buttons}>
        <button type="button" className="button primary" onClick={onSave}>
          Save my choices
        </button>
        <button type="button" className="button" onClick={postpone}>
          Back to the form
        </button>
      </div>
    </section>
  )
}

const SIDES: Record<Side, string> = { mine: 'Yours', theirs: 'Theirs' }

function isUnchanged(changedBy: 'me' | 'them' | 'both', side: Side) {
  return (changedBy === 'me' && side === 'theirs') || (changedBy === 'them' && side === 'mine')
}
