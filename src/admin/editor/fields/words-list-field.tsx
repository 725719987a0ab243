import { type ReactNode, useId, useState } from 'react'
import { type FieldsWith, RECORD_FIELDS } from '../../../domain/record-fields.ts'
import fieldStyles from '../../../ui/forms/field.module.css'
import { FieldFrame } from '../../../ui/forms/field-frame.tsx'
import { Chip, Chips } from '../../parts/chip.tsx'
import { useEditing } from '../editor-context.ts'
import styles from './words-list-field.module.css'

/** A list of words, each added with Enter or a comma. Suggests words used before. */
export function WordsListField({
  field,
  hint,
  known = [],
  spell = (word) => word,
}: {
  field: FieldsWith<{ holds: 'tags' | 'CVE ids' }>
  hint?: ReactNode
  known?: readonly string[]
  spell?: (word: string) => string
}) {
  const { content, change, isReadOnly, idOf, errorOf } = useEditing()
  const listId = useId()
  const [typed, setTyped] = useState('')
  const { label } = RECORD_FIELDS[field]
  const words = content[field]

  function add(text: string) {
    const added = text
      .split(/[,;\n]+/)
      .map((word) => spell(word.trim()))
      .filter((word) => word !== '')
    const next = [...new Set([...words, ...added])]
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
                const isEnded = /[,;]/.test(currentTarget.value)
                if (isPicked || isEnded) add(currentTarget.value)
                else setTyped(currentTarget.value)
              }}
              onBlur={() => add(typed)}
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
