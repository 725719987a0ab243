import type { Command } from './command.ts'
import { channelAdd } from './commands/channel.ts'
import { importFiles } from './commands/import.ts'
import { incidentOpen, incidentReopen, incidentResolve, incidentUpdate } from './commands/incident.ts'
import {
  maintenanceCancel,
  maintenanceComplete,
  maintenancePostpone,
  maintenanceSchedule,
  maintenanceStart,
  maintenanceUpdate,
} from './commands/maintenance.ts'
import { postMortemPublish, postMortemWrite } from './commands/post-mortem.ts'
import { list, show } from './commands/records.ts'
import { status } from './commands/status.ts'
import { verify } from './commands/verify.ts'

export const COMMANDS: readonly Command[] = [
  status,
  list,
  show,
  incidentOpen,
  incidentUpdate,
  incidentResolve,
  incidentReopen,
  postMortemWrite,
  postMortemPublish,
  maintenanceSchedule,
  maintenanceStart,
  maintenanceUpdate,
  maintenanceComplete,
  maintenancePostpone,
  maintenanceCancel,
  channelAdd,
  importFiles,
  verify,
]
