import { useId, useState } from 'react'
import type { Choices } from '../../contract/admin/choices.ts'
import { RETAG_FIELDS, type RetagField } from '../../domain/newsroom/retag.ts'
import { RECORD_FIELDS } from '../../domain/record-fields.ts'
import { counted } from '../../ui/parts/words.ts'
import { BusyButton } from '../parts/busy-button.tsx'
import { Chip, Chips } from '../parts/chip.tsx'
import { type FilterOption, FilterSelect } from '../parts/filter-select.tsx'
import { FormButtons } from '../parts/form-buttons.tsx'
import { Modal } from '../parts/modal.tsx'
import styles from './bulk-bar.module.css'
import { type BulkActInput, type BulkDialogProps, BulkSteps, close, useBulk } from './bulk-dialog.tsx'
import { centerOptions, serviceOptions } from './record-filter-bar.tsx'

interface Change {
  how: 'add' | 'remove'
  field: RetagField
  value: string
  name: string
}

export function RetagDialog({
  records,
  choices,
  onDone,
  onClose,
}: BulkDialogProps & { choices: Choices | undefined }) {
  const [changes, setChanges] = useState<readonly Change[]>([])
  const [isLooking, setLooking] = useState(false)
  const bulk = useBulk(retagInput(changes), records)

  function add(change: Change) {
    const isOther = (one: Change) => one.field !== change.field || one.value !== change.value
    setChanges([...changes.filter(isOther), change])
  }
  return (
    <Modal
      title={`Retag ${counted(records.length, 'record')}`}
      width="wide"
      onClose={() => close(bulk, { onDone, onClose })}
    >
      {isLooking ? (
        <BulkSteps
          act="retag"
          bulk={bulk}
          onBack={() => {
            bulk.back()
            setLooking(false)
          }}
          onDone={onDone}
          onClose={onClose}
        />
      ) : (
        <div className={styles.builder}>
          <p className={styles.quiet}>
            Choose what to add or remove. You then see what happens to each record before anything changes.
          </p>
          <ChangeLine choices={choices} onAdd={add} />
          {changes.length > 0 && (
            <Chips label="Chosen changes">
              {changes.map((change) => (
                <Chip
                  key={`${change.field}/${change.value}`}
                  onRemove={() => setChanges(changes.filter((one) => one !== change))}
                  removeLabel={`Don’t ${change.how} ${change.name}`}
                >
                  {change.how === 'add' ? 'Add' : 'Remove'} {ONE[change.field]}: {change.name}
                </Chip>
              ))}
            </Chips>
          )}
          <FormButtons>
            <BusyButton
              look="primary"
              isDisabled={changes.length === 0}
              busyWords="Looking…"
              onPress={async () => {
                setLooking(true)
                await bulk.look()
              }}
            >
              Continue
            </BusyButton>
            <button type="button" className="button" onClick={onClose}>
              Cancel
            </button>
          </FormButtons>
        </div>
      )}
    </Modal>
  )
}

const ONE: Record<RetagField, string> = {
  clouds: 'cloud',
  services: 'service',
  data_centers: 'data center',
  terms: 'category',
  tags: 'tag',
  clusters: 'cluster',
}

const FIELDS: readonly FilterOption[] = RETAG_FIELDS.map((field) => ({
  value: field,
  name: RECORD_FIELDS[field].label,
}))

function ChangeLine({ choices, onAdd }: { choices: Choices | undefined; onAdd: (change: Change) => void }) {
  const [how, setHow] = useState<Change['how']>('add')
  const [field, setField] = useState<RetagField>('tags')
  const [typed, setTyped] = useState('')
  const id = useId()
  const isText = field === 'tags' || field === 'clusters'
  const options = choices === undefined ? [] : optionsOf(choices, field)
  function addTyped() {
    const value = typed.trim()
    if (value === '') return
    onAdd({ how, field, value, name: value })
    setTyped('')
  }
  return (
    <div className={styles.line}>
      <FilterSelect
        label="Add or remove"
        any="Add"
        value={how === 'add' ? '' : how}
        options={[{ value: 'remove', name: 'Remove' }]}
        onPick={(picked) => setHow(picked === 'remove' ? 'remove' : 'add')}
      />
      <FilterSelect
        label="What"
        any="Tags"
        value={field === 'tags' ? '' : field}
        options={FIELDS.filter(({ value }) => value !== 'tags')}
        onPick={(picked) => setField(picked === '' ? 'tags' : (picked as RetagField))}
      />
      {isText ? (
        <>
          <input
            type="text"
            aria-label={`Name of the ${ONE[field]}`}
            placeholder={`Name of the ${ONE[field]}`}
            list={id}
            maxLength={80}
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              addTyped()
            }}
          />
          <datalist id={id}>
            {options.map(({ value }) => (
              <option key={value} value={value} />
            ))}
          </datalist>
          <button type="button" className="button" onClick={addTyped}>
            Choose
          </button>
        </>
      ) : (
        <FilterSelect
          label={`Which ${ONE[field]}`}
          any={`Choose a ${ONE[field]}`}
          value=""
          options={options}
          onPick={(value) => {
            const name = options.find((option) => option.value === value)?.name
            if (name !== undefined) onAdd({ how, field, value, name })
          }}
        />
      )}
    </div>
  )
}

function optionsOf(choices: Choices, field: RetagField): FilterOption[] {
  switch (field) {
    case 'clouds':
      return choices.clouds.map(({ id, title }) => ({ value: String(id), name: title }))
    case 'services':
      return serviceOptions(choices)
    case 'data_centers':
      return centerOptions(choices)
    case 'terms':
      return choices.terms.map(({ tid, name, group_name }) => ({
        value: String(tid),
        name,
        group: group_name,
      }))
    case 'tags':
    case 'clusters':
      return choices[field].map((name) => ({ value: name, name }))
  }
}

function retagInput(changes: readonly Change[]): BulkActInput {
  return { act: 'retag', add: listsOf(changes, 'add'), remove: listsOf(changes, 'remove') }
}

function listsOf(changes: readonly Change[], how: Change['how']) {
  const valuesOf = (field: RetagField) =>
    changes.filter((change) => change.how === how && change.field === field).map(({ value }) => value)
  const { clouds, services, data_centers, terms, tags, clusters } = Object.fromEntries(
    RETAG_FIELDS.map((field) => [field, valuesOf(field)]),
  ) as Record<RetagField, string[]>
  return {
    clouds: clouds.map(Number),
    services: services.map(Number),
    data_centers: data_centers.map(Number),
    terms: terms.map(Number),
    tags,
    clusters,
  }
}
