import { useMemo } from 'react'
import type { Choices } from '../../contract/admin/choices.ts'
import { useStaffAnswer } from './use-staff-answer.ts'

/** `names` maps ids to names. Undefined until loaded. */
export function useChoices() {
  const { called, reload } = useStaffAnswer('GET /api/admin/choices', { input: {}, because: '' })
  const choices = called?.kind === 'done' ? called.answer.data : undefined
  const names = useMemo(() => (choices === undefined ? undefined : namesOf(choices)), [choices])
  return { called, choices, names, reload }
}

export type ChoiceNames = ReturnType<typeof namesOf>

function namesOf({ clouds, severities, statuses }: Choices) {
  const byCloud = new Map(clouds.map(({ id, title }) => [id, title]))
  const byStatus = new Map(statuses.map((status) => [status.id, status]))
  const bySeverity = new Map(severities.map(({ tid, name }) => [tid, name]))
  return {
    cloud: (id: number) => byCloud.get(id) ?? `Cloud ${id}`,
    status: (id: number) => byStatus.get(id)?.name ?? `Status ${id}`,
    isClosed: (id: number) => byStatus.get(id)?.is_closed ?? false,
    severity: (tid: number) => bySeverity.get(tid),
  }
}
