import { type KeyboardEvent, useId, useRef } from 'react'
import { FAQ_SEARCH_LEAST_CHARACTERS } from '../../domain/constants.ts'
import { FAQ_SEARCH_MOST_CHARACTERS } from '../../domain/faq/faq-query.ts'
import { isPlainClick } from '../parts/is-plain-click.ts'
import styles from './faq-search.module.css'

/** F-01: results update with every key. Without scripts this is a form with a button, and the server searches. */
export function FaqSearch({
  path,
  typed,
  search,
  found,
  type,
}: {
  path: string
  typed: string
  search: string
  found: number
  type: (text: string) => void
}) {
  const fieldId = useId()
  const resultId = useId()
  const field = useRef<HTMLInputElement>(null)
  const clear = () => {
    type('')
    field.current?.focus()
  }
  const clearOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape') type('')
  }
  return (
    <search className={styles.search}>
      <form className={styles.form} method="get" action={path} onSubmit={(event) => event.preventDefault()}>
        <label className="hidden" htmlFor={fieldId}>
          Search the FAQ
        </label>
        <input
          ref={field}
          id={fieldId}
          type="search"
          name="search"
          placeholder="Search questions and answers"
          autoComplete="off"
          enterKeyHint="search"
          minLength={FAQ_SEARCH_LEAST_CHARACTERS}
          maxLength={FAQ_SEARCH_MOST_CHARACTERS}
          aria-describedby={resultId}
          value={typed}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={clearOnEscape}
        />
        <button type="submit" className="button">
          Search
        </button>
      </form>
      <div className={styles.result} data-searched={search === '' ? undefined : ''}>
        <p id={resultId} role="status">
          {resultWords(search, found)}
        </p>
        {search !== '' && (
          <a
            href={path}
            onClick={(event) => {
              if (!isPlainClick(event)) return
              event.preventDefault()
              clear()
            }}
          >
            Clear search
          </a>
        )}
      </div>
    </search>
  )
}

function resultWords(search: string, found: number) {
  if (search === '') return `Type at least ${FAQ_SEARCH_LEAST_CHARACTERS} characters`
  if (found === 0) return `No question matches "${search}"`
  return found === 1 ? `1 question matches "${search}"` : `${found} questions match "${search}"`
}
