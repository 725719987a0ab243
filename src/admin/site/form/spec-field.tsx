import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { UTC } from '../../../domain/format-time.ts'
import { ChoiceField } from '../../../ui/forms/choice-field.tsx'
import { useTimeZone } from '../../../ui/times/time-zone.ts'
import { townOf } from '../../../ui/times/zone-words.ts'
import { CheckboxField } from '../../parts/check-fields.tsx'
import { DayField } from '../../parts/day-field.tsx'
import { FieldSet } from '../../parts/field-set.tsx'
import { MomentField } from '../../parts/moment-field.tsx'
import { InputField, TextAreaField } from '../../parts/text-fields.tsx'
import { ColorField } from './color-field.tsx'
import { chosenAfter, type FieldSpec, type Option } from './field-spec.ts'
import { RichField } from './rich-field.tsx'
import styles from './spec-form.module.css'
import type { Editing } from './use-editing.ts'

export function SpecField<V extends object>({ spec, editing }: { spec: FieldSpec<V>; editing: Editing<V> }) {
  const listId = useId()
  const { values } = editing
  const { name } = spec
  const value: unknown = values[name]
  const onChange = (next: unknown) => editing.set(name, next as V[typeof name])
  const error = editing.errorOf(name)
  const about = { label: spec.label, hint: spec.hint, error, onChange }
  const text = { ...about, name, value: String(value ?? '') }
  switch (spec.kind) {
    case 'text':
      return (
        <>
          <InputField
            {...text}
            maxLength={spec.maxLength}
            readOnly={spec.isFixed}
            spellCheck={!spec.isCode}
            list={spec.suggestions && listId}
          />
          {spec.suggestions && (
            <datalist id={listId}>
              {spec.suggestions.map((words) => (
                <option key={words} value={words} />
              ))}
            </datalist>
          )}
        </>
      )
    case 'optional-text':
      return (
        <InputField
          {...text}
          maxLength={spec.maxLength}
          spellCheck={false}
          onChange={(typed) => onChange(typed === '' ? null : typed)}
        />
      )
    case 'area':
      return <TextAreaField {...text} rows={spec.rows ?? 3} maxLength={spec.maxLength} />
    case 'day':
      return <DayField {...text} onChange={(day) => onChange(day === '' && spec.isOptional ? null : day)} />
    case 'number':
      return (
        <NumberField {...about} name={name} isOptional={spec.isOptional} value={value as number | null} />
      )
    case 'color':
      return <ColorField {...text} />
    case 'moment':
      return (
        <ZonedMomentField
          key={editing.round}
          {...about}
          value={value as string | null}
          onUnreadable={(isUnreadable) => editing.setUnreadable(name, isUnreadable)}
        />
      )
    case 'check':
      return (
        <CheckboxField
          label={spec.label}
          hint={error ?? spec.hint}
          isChecked={value === true}
          onChange={onChange}
        />
      )
    case 'choice':
      return (
        <ChoiceField
          {...about}
          name={name}
          value={value === null ? '' : String(value)}
          onPick={(picked) => onChange(valueOfOption(spec.options, picked))}
        >
          {spec.none !== undefined && <option value="">{spec.none}</option>}
          <Options options={spec.options} />
        </ChoiceField>
      )
    case 'checks':
      return <ChecksField {...about} options={spec.options} chosen={value as readonly (string | number)[]} />
    case 'rich':
      return <RichField {...about} size={spec.isShort ? 'short' : 'long'} value={text.value} />
    case 'own':
      return spec.render({ values, set: editing.set, error })
  }
}

function Options({ options }: { options: readonly Option[] }) {
  const groups = [...new Set(options.map(({ group }) => group))]
  return groups.map((group) => {
    const own = options
      .filter((option) => option.group === group)
      .map(({ value, words }) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))
    if (group === undefined) return own
    return (
      <optgroup key={group} label={group}>
        {own}
      </optgroup>
    )
  })
}

function valueOfOption(options: readonly Option[], picked: string) {
  return options.find(({ value }) => String(value) === picked)?.value ?? null
}

function ZonedMomentField({ label, ...field }: Omit<ComponentProps<typeof MomentField>, 'zone'>) {
  const zone = useTimeZone()
  return (
    <MomentField {...field} label={`${label} (${zone === UTC ? UTC : `${townOf(zone)} time`})`} zone={zone} />
  )
}

type Value = string | number

function ChecksField({
  label,
  hint,
  error,
  options,
  chosen,
  onChange,
}: {
  label: string
  hint: ReactNode
  error: string | undefined
  options: readonly Option[]
  chosen: readonly Value[]
  onChange: (chosen: Value[]) => void
}) {
  return (
    <FieldSet legend={label} hint={hint} error={error}>
      <div className={styles.boxes}>
        {options.map(({ value, words }) => (
          <CheckboxField
            key={value}
            label={words}
            isChecked={chosen.includes(value)}
            onChange={(isOn) => onChange(chosenAfter({ options, chosen }, { value, isOn }))}
          />
        ))}
      </div>
    </FieldSet>
  )
}

/** Keeps incomplete input such as `-` or `52.` as typed; NaN meanwhile. */
function NumberField({
  label,
  hint,
  error,
  name,
  value,
  isOptional = false,
  onChange,
}: {
  label: string
  hint?: ReactNode
  error?: string | undefined
  name: string
  value: number | null
  isOptional?: boolean | undefined
  onChange: (value: number | null) => void
}) {
  const [typed, setTyped] = useState(() => written(value))
  const isSetElsewhere = !Object.is(numberIn(typed, isOptional), value)
  if (isSetElsewhere) setTyped(written(value))
  return (
    <InputField
      label={label}
      hint={hint}
      error={error}
      name={name}
      inputMode="decimal"
      value={typed}
      onChange={(next) => {
        setTyped(next)
        onChange(numberIn(next, isOptional))
      }}
    />
  )
}

function numberIn(typed: string, isOptional: boolean): number | null {
  const trimmed = typed.trim().replace(',', '.')
  if (trimmed === '' && isOptional) return null
  return /^-?\d+(\.\d+)?$/.test(trimmed) ? Number(trimmed) : Number.NaN
}

function written(value: number | null) {
  return value === null || Number.isNaN(value) ? '' : String(value)
}
