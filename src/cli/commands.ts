import type { Command } from './command.ts'
import { importFiles } from './commands/import.ts'
import { incidentOpen, incidentResolve, incidentUpdate } from './commands/incident.ts'
import {
  maintenanceCancel,
  maintenanceComplete,
  maintenancePostpone,
  maintenanceSchedule,
  maintenanceStart,
} from './commands/maintenance.ts'
import { status } from './commands/status.ts'

export const COMMANDS: readonly Command[] = [
  status,
  incidentOpen,
  incidentUpdate,
  incidentResolve,
  maintenanceSchedule,
  maintenanceStart,
  maintenanceComplete,
  maintenancePostpone,
  maintenanceCancel,
  importFiles,
]
