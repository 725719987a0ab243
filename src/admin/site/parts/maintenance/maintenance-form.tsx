import { useState } from 'react'
import type { MaintenanceValues } from '../../../../contract/admin/site/settings.ts'
import { USUAL_MAINTENANCE_WORDS } from '../../../../domain/site-maintenance.ts'
import { callAccount } from '../../../../ui/account/call-account.ts'
import type { Refusal } from '../../../../ui/forms/posted.ts'
import { StateShape } from '../../../../ui/parts/state-shape.tsx'
import { useRoot } from '../../../../ui/root-data.ts'
import { ClosedWords } from '../../../../web/shell/maintenance-notice.tsx'
import { BusyButton } from '../../../parts/busy-button.tsx'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { showUndo } from '../../../parts/show-undo.tsx'
import type { FieldSpec } from '../../form/field-spec.ts'
import { SpecForm } from '../../form/spec-form.tsx'
import { UnsavedGuard } from '../../form/unsaved-guard.tsx'
import { type FormSaveOutcome, useEditing, type Versioned } from '../../form/use-editing.ts'
import styles from './maintenance-form.module.css'

export function MaintenanceForm({
  start,
  reload,
}: {
  start: Versioned<MaintenanceValues>
  reload: () => void
}) {
  const editing = useEditing<MaintenanceValues>({
    start,
    save: (values, version) => save(values, Number(version)),
  })
  const [isAsking, setAsking] = useState(false)
  const isClosed = editing.base.is_on

  async function save(
    values: MaintenanceValues,
    version: number,
  ): Promise<FormSaveOutcome<MaintenanceValues>> {
    const before = editing.base
    const saved = await callAccount('POST /api/admin/site/maintenance', { version, values })
    if (saved.kind === 'refused') return saved.status === 409 ? readTheirs() : saved
    const { version: newVersion, ...now } = saved.answer.data
    showUndo(savedWords(before, now), async () => {
      const undone = await callAccount('POST /api/admin/site/maintenance', {
        version: newVersion,
        values: before,
      })
      reload()
      return undone.kind === 'refused' ? undone : undefined
    })
    reload()
    return { kind: 'saved', now: { values: now, version: newVersion } }
  }

  async function turn(isOn: boolean): Promise<Refusal | undefined> {
    return editing.sendAs({ ...editing.values, is_on: isOn })
  }

  return (
    <div className={styles.maintenance}>
      <p className={styles.state} data-closed={isClosed ? '' : undefined}>
        <StateShape tone={isClosed ? 'disruption' : 'up'} />
        {isClosed ? 'The site is closed for readers.' : 'The site is open.'}
      </p>
      <UnsavedGuard isDirty={editing.isDirty} />
      <SpecForm label="Temporary maintenance" editing={editing} fields={FIELDS}>
        <ClosedPreview {...editing.values} />
      </SpecForm>
      <div className={styles.switch}>
        {isClosed ? (
          <BusyButton
            look="primary"
            busyWords="Opening…"
            onPress={async () => {
              const refusal = await turn(false)
              if (refusal !== undefined) editing.refuse(refusal)
            }}
          >
            Open the site
          </BusyButton>
        ) : (
          <button type="button" className="button danger" onClick={() => setAsking(true)}>
            Close the site…
          </button>
        )}
      </div>
      {isAsking && (
        <ConfirmDialog
          question="Close the whole site?"
          yes="Close the site"
          busyYes="Closing…"
          no="Keep it open"
          onYes={() => turn(true)}
          onClose={() => setAsking(false)}
        >
          <p>
            Every page, feed and API of the site immediately answers “in maintenance” to all readers, until
            someone opens it again here. Sign-in, links from messages and the admin area stay open; messages
            to subscribers are still sent.
          </p>
          <ClosedPreview {...editing.values} />
        </ConfirmDialog>
      )}
    </div>
  )
}

async function readTheirs(): Promise<FormSaveOutcome<MaintenanceValues>> {
  const read = await callAccount('GET /api/admin/site/maintenance', {})
  if (read.kind === 'refused') return read
  const { version, ...values } = read.answer.data
  return { kind: 'conflict', theirs: { values, version } }
}

function savedWords(before: MaintenanceValues, now: MaintenanceValues) {
  if (before.is_on === now.is_on) return 'The message for readers was saved.'
  return now.is_on ? 'The site is closed for readers.' : 'The site is open again.'
}

const FIELDS: FieldSpec<MaintenanceValues>[] = [
  {
    kind: 'area',
    name: 'message',
    label: 'Message for readers',
    hint: 'Leave empty for the default text.',
    maxLength: 1000,
  },
  {
    kind: 'moment',
    name: 'ends_at',
    label: 'Expected end',
    hint: 'Readers are asked to come back then. The site doesn’t open automatically.',
  },
  // Not shown in the form, since the switch below handles it, but it may still conflict.
  { kind: 'check', name: 'is_on', label: 'Closed', isAsked: () => false },
]

function ClosedPreview({ message, ends_at: endsAt }: MaintenanceValues) {
  const { provider } = useRoot().global
  return (
    <figure className={styles.preview}>
      <figcaption>What readers see on every page</figcaption>
      <div className={styles.page} inert>
        <ClosedWords
          level={2}
          message={message === '' ? USUAL_MAINTENANCE_WORDS : message}
          until={endsAt ?? undefined}
          provider={provider}
        />
      </div>
    </figure>
  )
}
