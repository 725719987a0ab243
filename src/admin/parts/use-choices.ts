import { useMemo } from 'react'
import type { Choices } from '../../contract/admin/choices.ts'
import { useStaffAnswer } from './use-staff-answer.ts'

export function useChoices() {
  const { called, reload } = useStaffAnswer('GET /api/admin/choices', { input: {}, because: '' })
  const choices = called?.kind === 'done' ? called.answer.data : undefined
  const names = useMemo(() => (choices === undefined ? undefined : namesOf(choices)), [choices])
  return { called, choices, names, reload }
}

export type ChoiceNames = ReturnType<typeof namesOf>

function namesOf({ clouds, severities, statuses, service_categories, regions, staff }: Choices) {
  const byCloud = new Map(clouds.map(({ id, title }) => [id, title]))
  const byStatus = new Map(statuses.map((status) => [status.id, status]))
  const bySeverity = new Map(severities.map(({ tid, name }) => [tid, name]))
  const byService = new Map(
    service_categories.flatMap(({ services }) => services).map(({ tid, name }) => [tid, name]),
  )
  const byCenter = new Map(
    regions.flatMap(({ data_centers }) => data_centers).map(({ tid, name }) => [tid, name]),
  )
  const byPerson = new Map(staff.map(({ uid, name }) => [uid, name]))
  return {
    service: (tid: number) => byService.get(tid) ?? `Service ${tid}`,
    dataCenter: (tid: number) => byCenter.get(tid) ?? `Data center ${tid}`,
    person: (uid: number) => byPerson.get(uid) ?? `Account ${uid}`,
    cloudNamed: (machineName: string) =>
      clouds.find(({ machine_name }) => machine_name === machineName)?.title,
    cloud: (id: number) => byCloud.get(id) ?? `Cloud ${id}`,
    status: (id: number) => byStatus.get(id)?.name ?? `Status ${id}`,
    isClosed: (id: number) => byStatus.get(id)?.is_closed ?? false,
    severity: (tid: number) => bySeverity.get(tid),
  }
}
