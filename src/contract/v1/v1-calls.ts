import type { AnswerOfCall, InputOfCall } from '../call.ts'
import { v1AlertCalls } from './alertmanager.ts'
import { v1ChannelCalls } from './channels.ts'
import { v1ImportCalls } from './imports.ts'
import { v1IncidentCalls } from './incidents.ts'
import { v1MaintenanceCalls } from './maintenance.ts'
import { v1NoticeCalls } from './notices.ts'
import { v1RecordCalls } from './records.ts'
import { v1SiteCalls } from './site.ts'
import { v1WatchingCalls } from './watching.ts'

/** Z-08 */
export const v1Calls = {
  ...v1WatchingCalls,
  ...v1RecordCalls,
  ...v1IncidentCalls,
  ...v1MaintenanceCalls,
  ...v1NoticeCalls,
  ...v1SiteCalls,
  ...v1AlertCalls,
  ...v1ImportCalls,
  ...v1ChannelCalls,
}

type V1Calls = typeof v1Calls
export type V1CallName = keyof V1Calls
export type V1Input<C extends V1CallName> = InputOfCall<V1Calls[C]>
export type V1Answer<C extends V1CallName> = AnswerOfCall<V1Calls[C]>
