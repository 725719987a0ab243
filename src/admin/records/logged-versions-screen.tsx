import { useState } from 'react'
import { useParams } from 'react-router'
import { type LoggedVersion, REDACTION_REASON_CHARACTERS } from '../../contract/admin/log.ts'
import { LAST_ID, wholeNumber } from '../../domain/whole-number.ts'
import { callAccount } from '../../ui/account/call-account.ts'
import { counted } from '../../ui/parts/words.ts'
import { Moment } from '../../ui/times/moment.tsx'
import { showToast } from '../../ui/toast/toast.ts'
import { Chip } from '../parts/chip.tsx'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { TextAreaField } from '../parts/text-fields.tsx'
import { useStaffAnswer } from '../parts/use-staff-answer.ts'
import { MissingScreen } from '../shell/missing-screen.tsx'
import { Screen } from '../shell/screen.tsx'

export function LoggedVersionsScreen() {
  const id = wholeNumber(useParams().id ?? null, LAST_ID)
  return id === undefined ? <MissingScreen /> : <Versions id={id} />
}

function Versions({ id }: { id: number }) {
  const { called, isStale, reload } = useStaffAnswer('GET /api/admin/log/versions', {
    input: { record: id },
    because: '',
  })
  const [doomed, setDoomed] = useState<Doomed>()
  return (
    <Screen
      title="Versions in the public log"
      back={{ to: `/admin/records/${id}`, words: `Record ${id}` }}
      lead="Every version that readers saw stays public in the log, even after a correction or a withdrawal, until it is redacted here."
    >
      <Loaded called={called} onRetry={reload} lines={6}>
        {({ data }) => {
          const earlier = data.filter(isRedactable)
          return (
            <>
              {earlier.length > 1 && (
                <p>
                  <button
                    type="button"
                    className="button danger"
                    onClick={() => setDoomed({ kind: 'all', count: earlier.length })}
                  >
                    Redact all {counted(earlier.length, 'earlier version')}…
                  </button>
                </p>
              )}
              <DataTable
                label="Versions"
                rows={data}
                rowKey={({ face }) => face}
                columns={COLUMNS}
                isStale={isStale}
                empty={<EmptyState title="The public log has nothing about this record." />}
                actions={(version) =>
                  isRedactable(version) && (
                    <button
                      type="button"
                      className="button danger"
                      aria-label={`Redact entry ${version.entry}`}
                      onClick={() => setDoomed({ kind: 'one', version })}
                    >
                      Redact…
                    </button>
                  )
                }
              />
            </>
          )
        }}
      </Loaded>
      {doomed !== undefined && (
        <RedactDialog id={id} doomed={doomed} onDone={reload} onClose={() => setDoomed(undefined)} />
      )}
    </Screen>
  )
}

type Doomed = { kind: 'all'; count: number } | { kind: 'one'; version: LoggedVersion }

function isRedactable({ is_shown, redacted }: LoggedVersion) {
  return !is_shown && redacted === null
}

const COLUMNS: readonly Column<LoggedVersion>[] = [
  {
    head: 'Version',
    isName: true,
    cell: ({ entry, is_current }) =>
      `Entry ${entry.toLocaleString('en-US')}${is_current ? '' : ' of an earlier log'}`,
  },
  { head: 'Time', cell: ({ time }) => <Moment at={time} precision="second" /> },
  { head: 'Act', cell: ({ act }) => act },
  {
    head: 'Title',
    cell: ({ title, face }) =>
      title === null ? null : (
        <a href={`/log/faces/${face}`} dir="auto">
          {title}
        </a>
      ),
  },
  {
    head: 'State',
    cell: ({ is_shown, redacted }) =>
      redacted !== null ? (
        <>
          Redacted on <Moment at={redacted.on} />: <span dir="auto">{redacted.reason}</span>
        </>
      ) : is_shown ? (
        <Chip tone="up">Shown now</Chip>
      ) : (
        'Public in the log'
      ),
  },
]

function RedactDialog({
  id,
  doomed,
  onDone,
  onClose,
}: {
  id: number
  doomed: Doomed
  onDone: () => void
  onClose: () => void
}) {
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  async function redact() {
    if (reason.trim() === '') {
      const message = 'Give a reason. Readers of the log see it.'
      setError(message)
      return { message, errors: {} }
    }
    const called = await callAccount('POST /api/admin/log/redactions', {
      ...(doomed.kind === 'all' ? { record: id } : { face: doomed.version.face }),
      reason: reason.trim(),
    })
    onDone()
    if (called.kind === 'refused') return called
    showToast(`Redacted ${counted(called.answer.data.faces, 'version')}. The log says when and why.`)
    return undefined
  }
  return (
    <ConfirmDialog
      question={
        doomed.kind === 'all'
          ? `Redact ${counted(doomed.count, 'version')} of this record?`
          : `Redact entry ${doomed.version.entry.toLocaleString('en-US')}?`
      }
      yes="Redact for good"
      busyYes="Redacting…"
      onYes={redact}
      onClose={onClose}
    >
      <p>
        The text is deleted and can’t be brought back. The log itself stays valid: it keeps the hash, and a
        new entry says when and why. Backups, edition files and static exports made before still contain the
        text.
      </p>
      {doomed.kind === 'one' && (
        <p>Each version repeats the whole post, so words are usually in several versions.</p>
      )}
      <TextAreaField
        label="Reason"
        hint="Public and permanent, so leave out personal data."
        error={error}
        rows={2}
        maxLength={REDACTION_REASON_CHARACTERS}
        autoFocus
        value={reason}
        onChange={(value) => {
          setReason(value)
          setError(undefined)
        }}
      />
    </ConfirmDialog>
  )
}
