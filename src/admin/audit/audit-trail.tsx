import { useState } from 'react'
import { Link } from 'react-router'
import type { AuditEntry } from '../../contract/admin/audit.ts'
import { can } from '../../domain/access.ts'
import { callAccount } from '../../ui/account/call-account.ts'
import { showToast } from '../../ui/toast/toast.ts'
import { BusyButton } from '../parts/busy-button.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { useStaffAnswer } from '../parts/use-staff-answer.ts'
import { useStaff } from '../shell/staff.ts'
import { AuditEntries } from './audit-entries.tsx'
import styles from './audit-trail.module.css'

/** Z-06 */
export function AuditTrail({ entity, id }: { entity: string; id: number | string }) {
  const { roles } = useStaff()
  return can(roles, 'see-audit-log') ? <Trail entity={entity} id={String(id)} /> : null
}

function Trail({ entity, id }: { entity: string; id: string }) {
  const of = { entity, entity_id: id }
  const { called, reload } = useStaffAnswer('GET /api/admin/audit', { input: of, because: '' })
  const [more, setMore] = useState<{
    entries: AuditEntry[]
    names: Record<string, string>
    older: number | null
  }>()

  async function goOn(before: number) {
    const read = await callAccount('GET /api/admin/audit', { ...of, before })
    if (read.kind === 'refused') return void showToast(read.message, { isProblem: true })
    const { data, names, older } = read.answer
    setMore((seen) => ({
      entries: [...(seen?.entries ?? []), ...data],
      names: { ...seen?.names, ...names },
      older,
    }))
  }

  return (
    <Loaded called={called} onRetry={reload} lines={3}>
      {({ data, names, older: firstOlder }) => {
        const older = more === undefined ? firstOlder : more.older
        if (data.length === 0) return <p className={styles.none}>There are no entries about it.</p>
        return (
          <div className={styles.trail}>
            <AuditEntries
              entries={[...data, ...(more?.entries ?? [])]}
              names={{ ...names, ...more?.names }}
              label="History"
              isAboutOne
            />
            <div className={styles.ways}>
              {older !== null && (
                <BusyButton onPress={() => goOn(older)} busyWords="Loading…">
                  Older
                </BusyButton>
              )}
              <Link to={`/admin/audit?${new URLSearchParams(of)}`}>Open in the audit log</Link>
            </div>
          </div>
        )
      }}
    </Loaded>
  )
}
