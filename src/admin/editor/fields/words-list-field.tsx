import { type ReactNode, useId, useState } from 'react'
import { type FieldsWith, RECORD_FIELDS } from '../../../domain/record-fields.ts'
import fieldStyles from '../../../ui/forms/field.module.css'
import { FieldFrame } from '../../../ui/forms/field-frame.tsx'
import { Chip, Chips } from '../../parts/chip.tsx'
import { useEditing } from '../editor-context.ts'
import styles from './words-list-field.module.css'

/** Tags may contain spaces. */
const SEPARATORS = /[,;\n\t]/
export const SPACES_TOO = /[\s,;]/

export function wordsIn(text: string, separators: RegExp): string[] {
  return text
    .split(separators)
    .map((word) => word.trim())
    .filter((word) => word !== '')
}

export function WordsListField({
  field,
  hint,
  known = [],
  spell = (word) => word,
  separators = SEPARATORS,
}: {
  field: FieldsWith<{ holds: 'tags' | 'CVE ids' }>
  hint?: ReactNode
  known?: readonly string[]
  spell?: (word: string) => string
  separators?: RegExp
}) {
  const { content, change, isReadOnly, idOf, errorOf } = useEditing()
  const listId = useId()
  const [typed, setTyped] = useState('')
  const { label } = RECORD_FIELDS[field]
  const words = content[field]

  function add(text: string) {
    const next = [...new Set([...words, ...wordsIn(text, separators).map(spell)])]
    setTyped('')
    if (next.length > words.length) change({ [field]: next })
  }
  return (
    <FieldFrame id={idOf(field)} label={label} hint={hint} error={errorOf(field)}>
      {(described) => (
        <div className={styles.list}>
          {words.length > 0 && (
            <Chips label={`${label}, chosen`}>
              {words.map((word) => (
                <Chip
                  key={word}
                  {...(!isReadOnly && {
                    onRemove: () => change({ [field]: words.filter((one) => one !== word) }),
                    removeLabel: `Remove ${word}`,
                  })}
                >
                  {word}
                </Chip>
              ))}
            </Chips>
          )}
          {!isReadOnly && (
            <input
              {...described}
              id={idOf(field)}
              className={fieldStyles.input}
              value={typed}
              list={known.length > 0 ? listId : undefined}
              autoComplete="off"
              spellCheck={false}
              placeholder="Enter adds it"
              onChange={({ currentTarget, nativeEvent }) => {
                const isPicked = (nativeEvent as InputEvent).inputType === 'insertReplacementText'
                const isEnded = separators.test(currentTarget.value.trimStart())
                if (isPicked || isEnded) add(currentTarget.value)
                else setTyped(currentTarget.value)
              }}
              onBlur={() => add(typed)}
              onPaste={(event) => {
                // An input joins the lines of a pasted list.
                const pasted = event.clipboardData.getData('text')
                if (!separators.test(pasted.trim())) return
                event.preventDefault()
                add(typed + pasted)
              }}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
                  event.preventDefault()
                  add(typed)
                }
                const last = words.at(-1)
                if (event.key === 'Backspace' && typed === '' && last !== undefined) {
                  change({ [field]: words.slice(0, -1) })
                }
              }}
            />
          )}
          {known.length > 0 && (
            <datalist id={listId}>
              {known
                .filter((word) => !words.includes(word))
                .map((word) => (
                  <option key={word} value={word} />
                ))}
            </datalist>
          )}
          {isReadOnly && words.length === 0 && <span className={styles.none}>None</span>}
        </div>
      )}
    </FieldFrame>
  )
}
