import { useState } from 'react'
import { Link } from 'react-router'
import { FormAlert } from '../../../ui/forms/form-alert.tsx'
import type { Refusal } from '../../../ui/forms/posted.ts'
import { counted } from '../../../ui/parts/words.ts'
import { BusyButton } from '../../parts/busy-button.tsx'
import { Chip } from '../../parts/chip.tsx'
import { FormButtons } from '../../parts/form-buttons.tsx'
import { Modal } from '../../parts/modal.tsx'
import type { FieldSpec } from '../form/field-spec.ts'
import { SpecForm } from '../form/spec-form.tsx'
import { UnsavedGuard } from '../form/unsaved-guard.tsx'
import type { InUse, NounPath, RowOf } from './noun-calls.ts'
import styles from './noun-form.module.css'
import { type NounSpec, rowOf } from './noun-spec.ts'
import { useNounForm } from './use-noun-form.ts'

export function NounForm<P extends NounPath>({
  spec,
  row,
  reload,
  search,
}: {
  spec: NounSpec<P>
  row: RowOf<P> | undefined
  reload: () => void
  search: string
}) {
  const { editing, isDirty, obstacle, closeObstacle, remove, retire, restore } = useNounForm(spec, row, {
    reload,
    search,
  })
  const fields = spec.fields(row) as readonly FieldSpec<typeof editing.values>[]
  const name = row === undefined ? `New ${spec.one}` : spec.words(row).name
  const seenAt = row === undefined ? undefined : spec.seenAt?.(row)
  const isRetired = row !== undefined && rowOf(row).is_retired === true
  return (
    <article className={styles.noun} aria-label={name}>
      <header className={styles.head}>
        <h2 data-first-focus="">{name}</h2>
        {isRetired && <Chip tone="quiet">Retired</Chip>}
        {seenAt !== undefined && (
          <Link to={seenAt} target="_blank" className={styles.seen} reloadDocument>
            See it on the site
          </Link>
        )}
      </header>
      <UnsavedGuard isDirty={isDirty} />
      <SpecForm label={name} editing={editing} fields={fields} isNew={row === undefined}>
        {spec.preview !== undefined && (
          <figure className={styles.preview}>
            <figcaption>As readers will see it</figcaption>
            {spec.preview(editing.values)}
          </figure>
        )}
      </SpecForm>
      {row !== undefined && (
        <footer className={styles.more}>
          <FormButtons note={isRetired ? RETIRED_NOTE : undefined}>
            {spec.canRetire && isRetired && (
              <BusyButton busyWords="Restoring…" onPress={restore}>
                Restore
              </BusyButton>
            )}
            {spec.canRetire && !isRetired && (
              <BusyButton
                busyWords="Retiring…"
                onPress={async () => {
                  const refusal = await retire()
                  if (refusal !== undefined) editing.refuse(refusal)
                }}
              >
                Retire
              </BusyButton>
            )}
            <BusyButton look="danger" busyWords="Removing…" onPress={remove}>
              Remove
            </BusyButton>
          </FormButtons>
        </footer>
      )}
      {obstacle?.kind === 'in-use' && (
        <InUseDialog
          name={name}
          inUse={obstacle}
          isRetired={isRetired}
          onRetire={retire}
          onClose={closeObstacle}
        />
      )}
      {obstacle?.kind === 'needed' && (
        <Modal title={`“${name}” can’t be removed`} onClose={closeObstacle}>
          <p>{obstacle.message}</p>
        </Modal>
      )}
    </article>
  )
}

const RETIRED_NOTE = 'Retired: it stays where it is used but is no longer offered.'

function InUseDialog({
  name,
  inUse,
  isRetired,
  onRetire,
  onClose,
}: {
  name: string
  inUse: InUse
  isRetired: boolean
  onRetire: () => Promise<Refusal | undefined>
  onClose: () => void
}) {
  const [problem, setProblem] = useState<Refusal>()
  const canRetire = inUse.can_retire && !isRetired
  return (
    <Modal title={`“${name}” is in use`} onClose={onClose}>
      <div className={styles.inUse}>
        <FormAlert problem={problem} />
        <p>{inUse.message}</p>
        <ul className={styles.uses}>
          {inUse.uses.map(({ what, count, examples }) => (
            <li key={what}>
              <p className={styles.what}>{wordsOfUse(count, what)}</p>
              {examples.length > 0 && (
                <ul className={styles.examples}>
                  {examples.map(({ label, path }) => (
                    <li key={`${path} ${label}`}>
                      {path === null ? (
                        label
                      ) : (
                        <Link to={path} onClick={onClose}>
                          {label}
                        </Link>
                      )}
                    </li>
                  ))}
                  {count > examples.length && (
                    <li>and {(count - examples.length).toLocaleString('en-US')} more</li>
                  )}
                </ul>
              )}
            </li>
          ))}
        </ul>
        {isRetired && <p>It is already retired and can’t be used for anything new.</p>}
        <FormButtons>
          {canRetire && (
            <BusyButton
              look="primary"
              busyWords="Retiring…"
              onPress={async () => {
                const refusal = await onRetire()
                setProblem(refusal)
                if (refusal === undefined) onClose()
              }}
            >
              Retire instead
            </BusyButton>
          )}
          <button type="button" className="button" onClick={onClose}>
            {canRetire ? 'Leave it as it is' : 'Close'}
          </button>
        </FormButtons>
      </div>
    </Modal>
  )
}

/** The server sends the word in the right number. */
function wordsOfUse(count: number, what: string) {
  return counted(count, what, what)
}
