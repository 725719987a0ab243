import { useState } from 'react'
import { Link, useLocation, useParams } from 'react-router'
import type { Choices } from '../../contract/admin/choices.ts'
import type { AdminRecord } from '../../contract/admin/record-content.ts'
import { Loaded } from '../parts/loaded.tsx'
import { useChoices } from '../parts/use-choices.ts'
import { useStaffAnswer } from '../parts/use-staff-answer.ts'
import { Screen } from '../shell/screen.tsx'
import { useStaff } from '../shell/staff.ts'
import { makeDraftCalls } from './keep/draft-calls.ts'
import { DraftKeeper } from './keep/draft-keeper.ts'
import { workingCopyOf } from './keep/draft-state.ts'
import { localCopyOf } from './keep/local-copy.ts'
import { RecordEditor } from './record-editor.tsx'

export function RecordScreen() {
  const { id: written = '' } = useParams()
  const { key } = useLocation()
  const id = /^[1-9]\d{0,8}$/.test(written) ? Number(written) : undefined
  return id === undefined ? <NoSuchRecord /> : <KnownRecord key={`${id}${key}`} id={id} />
}

function KnownRecord({ id }: { id: number }) {
  const choices = useChoices()
  const record = useStaffAnswer('GET /api/admin/records/:id', { input: { id }, because: '' })
  if (record.called?.kind === 'refused' && record.called.status === 404) return <NoSuchRecord />
  return (
    <Loaded called={record.called} onRetry={record.reload} lines={8}>
      {({ data }) => (
        <Loaded called={choices.called} onRetry={choices.reload} lines={8}>
          {(known) => <Opened record={data} choices={known.data} />}
        </Loaded>
      )}
    </Loaded>
  )
}

/** Uses the record as of opening the screen; afterward the keeper has the latest state. */
function Opened({ record, choices }: { record: AdminRecord; choices: Choices }) {
  const { uid } = useStaff()
  const [{ keeper, offered }] = useState(() => {
    const { kind } = record.content
    const own = { uid, id: record.id, kind }
    return {
      keeper: new DraftKeeper(makeDraftCalls(own), { record }),
      offered: record.can_edit ? localCopyOf(own, workingCopyOf(record)) : undefined,
    }
  })
  return <RecordEditor keeper={keeper} choices={choices} offered={offered} />
}

function NoSuchRecord() {
  return (
    <Screen title="Record not found" lead="It may have been discarded, or the address is wrong.">
      <p>
        <Link to="/admin/records">Go to all records</Link>
      </p>
    </Screen>
  )
}
