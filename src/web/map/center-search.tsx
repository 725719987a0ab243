import { useId } from 'react'
import { type ChosenPlaces, countChosen, formatChosen, MINE } from '../../domain/chosen-places.ts'
import { LONGEST_SEARCH } from '../../domain/map/map-query.ts'
import styles from './center-search.module.css'

/** Filters while typing; without scripts this is a form with a button. */
export function CenterSearch({
  path,
  mine,
  typed,
  onType,
  onSubmit,
}: {
  path: string
  mine: ChosenPlaces
  typed: string
  onType: (typed: string) => void
  onSubmit: () => void
}) {
  const inputId = useId()
  return (
    <search className={styles.search}>
      <form
        method="get"
        action={path}
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        {countChosen(mine) > 0 && <input type="hidden" name={MINE} value={formatChosen(mine)} />}
        <label htmlFor={inputId} className="hidden">
          Find a data center by name, place or kind
        </label>
        <input
          id={inputId}
          type="search"
          name="search"
          autoComplete="off"
          spellCheck={false}
          maxLength={LONGEST_SEARCH}
          placeholder="Find a data center"
          value={typed}
          onChange={(event) => onType(event.currentTarget.value)}
          onKeyDown={({ key }) => {
            if (key === 'Escape') onType('')
          }}
        />
        <button type="submit" className={`button ${styles.show}`}>
          Find
        </button>
      </form>
    </search>
  )
}
