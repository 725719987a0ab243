import type { V1CallName } from '../../../contract/v1/v1-calls.ts'
import { v1AlertHandlers } from './alertmanager.ts'
import { v1ChannelHandlers } from './channels.ts'
import { v1ImportHandlers } from './imports.ts'
import { v1IncidentHandlers } from './incidents.ts'
import { v1MaintenanceHandlers } from './maintenance.ts'
import { v1NoticeHandlers } from './notices.ts'
import { v1ReadHandlers } from './reads.ts'
import { v1SiteHandlers } from './site.ts'
import type { V1Handlers } from './v1-asked.ts'

export const v1Handlers: V1Handlers<V1CallName> = {
  ...v1ReadHandlers,
  ...v1IncidentHandlers,
  ...v1MaintenanceHandlers,
  ...v1NoticeHandlers,
  ...v1SiteHandlers,
  ...v1AlertHandlers,
  ...v1ImportHandlers,
  ...v1ChannelHandlers,
}
