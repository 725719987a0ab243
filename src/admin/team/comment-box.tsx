import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import type { TeamPerson } from '../../contract/admin/team.ts'
import fieldStyles from '../../ui/forms/field.module.css'
import { FieldFrame } from '../../ui/forms/field-frame.tsx'
import { counted } from '../../ui/parts/words.ts'
import { type MentionQuery, mentionQuery, mentionsOffered, withMention } from './mention-query.ts'
import styles from './team.module.css'

export function CommentBox({
  label,
  hint,
  error,
  value,
  people,
  hasFocusAtFirst = false,
  onChange,
  onSend,
  onEscape,
}: {
  label: string
  hint?: ReactNode
  error?: string | undefined
  value: string
  people: readonly TeamPerson[]
  hasFocusAtFirst?: boolean
  onChange: (value: string) => void
  onSend: () => void
  onEscape?: () => void
}) {
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const [query, setQuery] = useState<MentionQuery>()
  const [place, setPlace] = useState(0)
  /** Where Escape closed the list. */
  const [closedAt, setClosedAt] = useState<number>()
  const cursor = useRef<number>(undefined)
  const offered = query === undefined || query.at === closedAt ? [] : mentionsOffered(people, query.words)
  const isOpen = offered.length > 0
  const active = Math.min(place, offered.length - 1)
  const optionId = (uid: number) => `${id}-person-${uid}`

  // React moves the cursor to the end when it writes the text.
  useLayoutEffect(() => {
    if (cursor.current === undefined || area.current === null) return
    area.current.setSelectionRange(cursor.current, cursor.current)
    cursor.current = undefined
  })

  function look({ value: text, selectionStart, selectionEnd }: HTMLTextAreaElement) {
    const found = selectionStart === selectionEnd ? mentionQuery(text, selectionStart) : undefined
    if (found?.at !== query?.at || found?.words !== query?.words) setPlace(0)
    if (found?.at !== closedAt) setClosedAt(undefined)
    setQuery(found)
  }
  function pick(person: TeamPerson | undefined) {
    if (person === undefined || query === undefined) return
    const changed = withMention(value, query, person, people)
    cursor.current = changed.cursor
    setQuery(undefined)
    onChange(changed.text)
    area.current?.focus()
  }
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      // The editor around it would publish.
      event.stopPropagation()
      event.preventDefault()
      return onSend()
    }
    if (!isOpen) {
      if (event.key === 'Escape' && onEscape !== undefined) {
        event.preventDefault()
        onEscape()
      }
      return
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setPlace((active + step + offered.length) % offered.length)
    else if (event.key === 'Enter' || event.key === 'Tab') pick(offered[active])
    else if (event.key === 'Escape') setClosedAt(query?.at)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  const person = isOpen ? offered[active] : undefined
  return (
    <div className={styles.box}>
      <FieldFrame id={id} label={label} hint={hint} error={error}>
        {(described) => (
          <textarea
            {...described}
            ref={area}
            id={id}
            dir="auto"
            rows={3}
            className={`${fieldStyles.input} ${styles.area}`}
            aria-autocomplete="list"
            aria-haspopup="listbox"
            aria-controls={isOpen ? `${id}-people` : undefined}
            aria-activedescendant={person === undefined ? undefined : optionId(person.uid)}
            // biome-ignore lint/a11y/noAutofocus: it opens by a click on Edit.
            autoFocus={hasFocusAtFirst}
            value={value}
            onChange={(event) => {
              onChange(event.currentTarget.value)
              look(event.currentTarget)
            }}
            onSelect={(event) => look(event.currentTarget)}
            onKeyDown={onKeyDown}
            onBlur={() => setQuery(undefined)}
          />
        )}
      </FieldFrame>
      {isOpen && (
        <div id={`${id}-people`} className={styles.people} role="listbox" aria-label="Colleagues">
          {offered.map((one, at) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: keys choose it from the text.
            // biome-ignore lint/a11y/useFocusableInteractive: the text keeps the focus.
            <div
              key={one.uid}
              id={optionId(one.uid)}
              role="option"
              aria-selected={at === active}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => pick(one)}
            >
              {one.name}
            </div>
          ))}
        </div>
      )}
      <p className="hidden" role="status">
        {isOpen && `${counted(offered.length, 'colleague')}. Choose with the arrow keys and Enter.`}
      </p>
    </div>
  )
}
