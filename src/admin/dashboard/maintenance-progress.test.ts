import { expect, test } from 'vitest'
import { STATUS } from '../../domain/newsroom/empty-content.ts'
import { maintenanceProgress } from './maintenance-progress.ts'

const NOW = '2026-11-15T03:00:00.000Z'
const EARLIER = '2026-11-15T02:00:00.000Z'
const LATER = '2026-11-15T04:00:00.000Z'

test.each([
  [STATUS.scheduled, LATER, LATER, 'ahead'],
  [STATUS.scheduled, EARLIER, LATER, 'late'],
  [STATUS.inProgress, EARLIER, LATER, 'in-progress'],
  [STATUS.inProgress, EARLIER, EARLIER, 'overrunning'],
  [STATUS.monitoring, EARLIER, null, 'in-progress'],
  [STATUS.postponed, null, null, 'ahead'],
])('Z-01 maintenance with status %i, planned from %s to %s, is %s', (status_id, from_time, to_time, kind) => {
  expect(maintenanceProgress({ status_id, from_time, to_time }, NOW)).toEqual({ kind })
})
