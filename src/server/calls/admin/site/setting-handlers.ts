import { listSchedules, saveSchedule } from '../../../../publishing/site/save-schedule.ts'
import {
  getSetting,
  maintenanceSetting,
  providerSetting,
  saveSetting,
} from '../../../../publishing/site/settings.ts'
import { listThreatDays, removeThreatDay } from '../../../../publishing/site/threat-days.ts'
import { Fault } from '../../../http/faults.ts'
import type { Handlers } from '../../asked.ts'
import { editorOf } from './editor-of.ts'
import { refused } from './refused.ts'

/** What there is once, or is saved as a whole. */
export const settingHandlers: Handlers<
  | 'GET /api/admin/site/provider'
  | 'POST /api/admin/site/provider'
  | 'GET /api/admin/site/maintenance'
  | 'POST /api/admin/site/maintenance'
  | 'GET /api/admin/site/schedules'
  | 'POST /api/admin/site/schedules/:cloud'
  | 'GET /api/admin/site/threats'
  | 'POST /api/admin/site/threats/:day/remove'
> = {
  'GET /api/admin/site/provider': async ({ context }) => ({
    data: await getSetting(context.newsroom, providerSetting),
  }),

  'POST /api/admin/site/provider': async ({ context, input, ...asked }) => {
    const { version, values } = input
    const by = { editor: editorOf(asked), now: context.clock() }
    const outcome = await saveSetting(context.newsroom, providerSetting, { version, values, ...by })
    return outcome.kind === 'saved' ? { data: outcome.row } : refused(outcome)
  },

  'GET /api/admin/site/maintenance': async ({ context }) => ({
    data: await getSetting(context.newsroom, maintenanceSetting),
  }),

  'POST /api/admin/site/maintenance': async ({ context, input, ...asked }) => {
    const { version, values } = input
    const by = { editor: editorOf(asked), now: context.clock() }
    const outcome = await saveSetting(context.newsroom, maintenanceSetting, { version, values, ...by })
    return outcome.kind === 'saved' ? { data: outcome.row } : refused(outcome)
  },

  'GET /api/admin/site/schedules': async ({ context }) => ({ data: await listSchedules(context.newsroom) }),

  'POST /api/admin/site/schedules/:cloud': async ({ context, input, ...asked }) => {
    const { cloud: cloudId, version, rows } = input
    const by = { editor: editorOf(asked), now: context.clock() }
    const outcome = await saveSchedule(context.newsroom, { cloudId, version, rows, ...by })
    return outcome.kind === 'saved' ? { data: outcome.row } : refused(outcome)
  },

  'GET /api/admin/site/threats': async ({ context, input }) =>
    listThreatDays(context.newsroom, input.page ?? 0),

  'POST /api/admin/site/threats/:day/remove': async ({ context, input, ...asked }) => {
    const by = { editor: editorOf(asked), now: context.clock() }
    const data = await removeThreatDay(context.newsroom, { day: input.day, ...by })
    if (data === undefined)
      throw new Fault('not-found', { message: `There are no threat figures of ${input.day}.` })
    return { data }
  },
}
