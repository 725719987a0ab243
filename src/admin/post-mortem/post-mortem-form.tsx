import { useEffect, useRef } from 'react'
import {
  ACTION_CHARACTERS,
  ACTION_STATE_WORDS,
  ACTION_STATES,
  ACTIONS_AT_MOST,
  type ActionState,
  PART_NAMES,
  POST_MORTEM_PARTS,
  type PostMortemAction,
  type PostMortemContent,
  type PostMortemPart,
} from '../../domain/post-mortem.ts'
import { ChoiceField } from '../../ui/forms/choice-field.tsx'
import rowStyles from '../editor/fields/rows-field.module.css'
import { RichTextField } from '../editor/rich-text/rich-text-field.tsx'
import { DayField } from '../parts/day-field.tsx'
import { InputField } from '../parts/text-fields.tsx'
import styles from './post-mortem.module.css'

const HINTS: Record<PostMortemPart, string> = {
  what_happened: 'The course of events, as customers saw it. Enough for a short post-mortem.',
  impact: 'Who noticed what, for how long.',
  why: 'The cause, and why it wasn’t prevented or noticed earlier.',
  what_we_do: 'In a few sentences. Single actions go into the list below.',
}

export function PostMortemForm({
  content,
  errors,
  isReadOnly,
  idOf,
  onChange,
}: {
  content: PostMortemContent
  errors: Readonly<Record<string, string>>
  isReadOnly: boolean
  idOf: (field: string) => string
  onChange: (patch: Partial<PostMortemContent>) => void
}) {
  return (
    <div className={styles.form}>
      {PART_NAMES.map((name) => (
        <RichTextField
          key={name}
          id={idOf(name)}
          label={POST_MORTEM_PARTS[name].label}
          hint={HINTS[name]}
          error={errors[name]}
          value={content[name]}
          isReadOnly={isReadOnly}
          size="short"
          onChange={(html) => onChange({ [name]: html })}
        />
      ))}
      <Actions
        actions={content.actions}
        errors={errors}
        isReadOnly={isReadOnly}
        idOf={idOf}
        onChange={(actions) => onChange({ actions })}
      />
    </div>
  )
}

const EMPTY: PostMortemAction = { words: '', state: 'planned', due_on: null, done_on: null }

function Actions({
  actions,
  errors,
  isReadOnly,
  idOf,
  onChange,
}: {
  actions: readonly PostMortemAction[]
  errors: Readonly<Record<string, string>>
  isReadOnly: boolean
  idOf: (field: string) => string
  onChange: (actions: PostMortemAction[]) => void
}) {
  const box = useRef<HTMLFieldSetElement>(null)
  const focusNext = useRef<string>(undefined)
  useEffect(() => {
    if (focusNext.current === undefined) return
    const wanted = box.current?.querySelector<HTMLElement>(focusNext.current)
    focusNext.current = undefined
    ;(wanted ?? box.current?.querySelector<HTMLElement>('[data-add]'))?.focus()
  })
  const set = (at: number, patch: Partial<PostMortemAction>) =>
    onChange(actions.map((action, index) => (index === at ? { ...action, ...patch } : action)))
  return (
    <fieldset ref={box} id={idOf('actions')} className={rowStyles.set} tabIndex={-1} disabled={isReadOnly}>
      <legend>Actions</legend>
      <p className={rowStyles.hint}>Readers see each with its state.</p>
      {actions.length > 0 && (
        <ol className={rowStyles.rows}>
          {actions.map((action, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: actions have no identity and no state
            <li key={index} className={rowStyles.row} data-row={index}>
              <div className={rowStyles.fields}>
                <div className={rowStyles.wide}>
                  <InputField
                    id={idOf(`actions.${index}`)}
                    label={`Action ${index + 1}`}
                    error={errors[`actions.${index}`]}
                    maxLength={ACTION_CHARACTERS}
                    value={action.words}
                    onChange={(words) => set(index, { words })}
                  />
                </div>
                <ChoiceField
                  name={`action-${index + 1}`}
                  label="State"
                  value={action.state}
                  onPick={(picked) => set(index, { state: picked as ActionState })}
                >
                  {ACTION_STATES.map((state) => (
                    <option key={state} value={state}>
                      {ACTION_STATE_WORDS[state]}
                    </option>
                  ))}
                </ChoiceField>
                {action.state === 'done' ? (
                  <DayField
                    label="Done on"
                    hint="Today, if empty."
                    value={action.done_on ?? ''}
                    onChange={(day) => set(index, { done_on: day })}
                  />
                ) : (
                  <DayField
                    label="Due on"
                    hint="Optional. Readers see it."
                    value={action.due_on ?? ''}
                    onChange={(day) => set(index, { due_on: day || null })}
                  />
                )}
              </div>
              {!isReadOnly && (
                <button
                  type="button"
                  className="button"
                  data-remove=""
                  onClick={() => {
                    focusNext.current = `[data-row="${Math.min(index, actions.length - 2)}"] [data-remove]`
                    onChange(actions.filter((_, at) => at !== index))
                  }}
                >
                  Remove<span className="hidden"> action {index + 1}</span>
                </button>
              )}
            </li>
          ))}
        </ol>
      )}
      {!isReadOnly && actions.length < ACTIONS_AT_MOST && (
        <button
          type="button"
          className={`button ${rowStyles.add}`}
          data-add=""
          onClick={() => {
            focusNext.current = `[data-row="${actions.length}"] input`
            onChange([...actions, EMPTY])
          }}
        >
          Add an action
        </button>
      )}
    </fieldset>
  )
}
