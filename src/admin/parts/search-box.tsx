import { useEffect, useId, useRef, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import styles from './filter-bar.module.css'

/** Navigation state: the focus goes to the search box, also on the way to a screen that is still loading. */
export const TO_SEARCH = 'to-search'

/** `/` moves the focus here (data-search). */
export function SearchBox({
  label,
  value,
  onSearch,
}: {
  label: string
  value: string
  onSearch: (words: string) => void
}) {
  const id = useId()
  const [typed, setTyped] = useState(value)
  const sent = useRef(value)
  const box = useRef<HTMLInputElement>(null)
  const { key, state } = useLocation()
  // Not when the user comes back, or loads the page again.
  const isOnTheWay = useNavigationType() === 'PUSH' && state === TO_SEARCH
  // biome-ignore lint/correctness/useExhaustiveDependencies: every such navigation, also to the screen that is open.
  useEffect(() => {
    if (isOnTheWay) box.current?.focus()
  }, [key, isOnTheWay])
  // Follows the browser history.
  useEffect(() => {
    if (value === sent.current) return
    sent.current = value
    setTyped(value)
  }, [value])
  function search() {
    if (typed.trim() === sent.current) return
    sent.current = typed.trim()
    onSearch(sent.current)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing restarts the delay.
  useEffect(() => {
    const timer = setTimeout(search, SEARCH_AFTER_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <span className={styles.search}>
      <label className="hidden" htmlFor={id}>
        {label}
      </label>
      <input
        ref={box}
        id={id}
        type="search"
        data-search=""
        placeholder={label}
        value={typed}
        maxLength={200}
        autoComplete="off"
        onChange={(event) => setTyped(event.currentTarget.value)}
        // Search immediately on blur: a later navigation would lead back here.
        onBlur={search}
      />
    </span>
  )
}

const SEARCH_AFTER_MS = 250
