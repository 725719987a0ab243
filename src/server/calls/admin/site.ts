import type { ipRangeCalls } from '../../../contract/admin/site/ip-ranges.ts'
import type { siteCalls } from '../../../contract/admin/site.ts'
import { canEditPart } from '../../../domain/site-editing/site-parts.ts'
import { addRange, changeRangeNote, listRanges, removeRange } from '../../../publishing/site/ip-ranges.ts'
import { cloudBanners } from '../../../publishing/site/nouns/cloud-banners.ts'
import { clouds } from '../../../publishing/site/nouns/clouds.ts'
import { complianceRows } from '../../../publishing/site/nouns/compliance-rows.ts'
import { dataCenters, regions } from '../../../publishing/site/nouns/data-centers.ts'
import { listMessages } from '../../../publishing/site/nouns/list-messages.ts'
import { menuItems } from '../../../publishing/site/nouns/menu-items.ts'
import { complianceTexts, faqs, policies } from '../../../publishing/site/nouns/pages.ts'
import { products } from '../../../publishing/site/nouns/products.ts'
import { serviceCategories, services } from '../../../publishing/site/nouns/services.ts'
import { severities } from '../../../publishing/site/nouns/severities.ts'
import { siteBanners } from '../../../publishing/site/nouns/site-banners.ts'
import { statuses } from '../../../publishing/site/nouns/statuses.ts'
import { terms } from '../../../publishing/site/nouns/terms.ts'
import { applyPaste, lookAtPaste } from '../../../publishing/site/paste-ranges.ts'
import { listSchedules, saveSchedule } from '../../../publishing/site/save-schedule.ts'
import {
  approvalSetting,
  getSetting,
  maintenanceSetting,
  providerSetting,
  saveSetting,
} from '../../../publishing/site/settings.ts'
import { siteOverview } from '../../../publishing/site/site-overview.ts'
import { listThreatDays, removeThreatDay } from '../../../publishing/site/threat-days.ts'
import type { SaveOutcome } from '../../../publishing/site/verbs/outcomes.ts'
import { Fault } from '../../http/faults.ts'
import type { Handlers } from '../asked.ts'
import { brandHandlers } from './brand.ts'
import { editorOf, nounHandlers, orderHandler, retireHandlers, throwSiteFault } from './site-nouns.ts'

const settingHandlers: Handlers<
  | 'GET /api/admin/site/provider'
  | 'POST /api/admin/site/provider'
  | 'GET /api/admin/site/approval'
  | 'POST /api/admin/site/approval'
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
    return outcome.kind === 'saved' ? { data: outcome.row } : throwSiteFault(outcome)
  },

  'GET /api/admin/site/approval': async ({ context }) => ({
    data: await getSetting(context.newsroom, approvalSetting),
  }),

  'POST /api/admin/site/approval': async ({ context, input, ...asked }) => {
    const { version, values } = input
    // The rules apply to every cloud: a user limited to some clouds must not switch them off.
    if (asked.viewer.limit !== null)
      throw new Fault('not-allowed', {
        message: 'Your rights are limited to some clouds. Approval is decided for the whole site.',
      })
    const by = { editor: editorOf(asked), now: context.clock() }
    const outcome = await saveSetting(context.newsroom, approvalSetting, { version, values, ...by })
    return outcome.kind === 'saved' ? { data: outcome.row } : throwSiteFault(outcome)
  },

  'GET /api/admin/site/maintenance': async ({ context }) => ({
    data: await getSetting(context.newsroom, maintenanceSetting),
  }),

  'POST /api/admin/site/maintenance': async ({ context, input, ...asked }) => {
    const { version, values } = input
    const by = { editor: editorOf(asked), now: context.clock() }
    const outcome = await saveSetting(context.newsroom, maintenanceSetting, { version, values, ...by })
    return outcome.kind === 'saved' ? { data: outcome.row } : throwSiteFault(outcome)
  },

  'GET /api/admin/site/schedules': async ({ context }) => ({ data: await listSchedules(context.newsroom) }),

  'POST /api/admin/site/schedules/:cloud': async ({ context, input, ...asked }) => {
    const { cloud: cloudId, version, rows } = input
    const by = { editor: editorOf(asked), now: context.clock() }
    const outcome = await saveSchedule(context.newsroom, { cloudId, version, rows, ...by })
    return outcome.kind === 'saved' ? { data: outcome.row } : throwSiteFault(outcome)
  },

  'GET /api/admin/site/threats': async ({ context, input }) =>
    listThreatDays(context.newsroom, input.page ?? 0),

  'POST /api/admin/site/threats/:day/remove': async ({ context, input, ...asked }) => {
    const by = { editor: editorOf(asked), now: context.clock() }
    const data = await removeThreatDay(context.newsroom, { day: input.day, ...by })
    if (data === undefined)
      throw new Fault('not-found', { message: `There are no threat figures for ${input.day}.` })
    return { data }
  },
}

const ipRangeHandlers: Handlers<keyof typeof ipRangeCalls> = {
  'GET /api/admin/site/ip-ranges': async ({ context }) => ({ data: await listRanges(context.newsroom) }),

  'POST /api/admin/site/ip-ranges': async ({ context, input, ...asked }) => {
    const by = { editor: editorOf(asked), now: context.clock() }
    return answer(await addRange(context.newsroom, { values: input, ...by }))
  },

  'POST /api/admin/site/ip-ranges/look': async ({ context, input }) =>
    answer(await lookAtPaste(context.newsroom, pasteOf(input))),

  'POST /api/admin/site/ip-ranges/apply': async ({ context, input, ...asked }) => {
    const by = { editor: editorOf(asked), now: context.clock() }
    return answer(await applyPaste(context.newsroom, { paste: pasteOf(input), digest: input.digest, ...by }))
  },

  'POST /api/admin/site/ip-ranges/:range/note': async ({ context, input, ...asked }) => {
    const { range: id, was, note } = input
    const by = { editor: editorOf(asked), now: context.clock() }
    return answer(await changeRangeNote(context.newsroom, { id, was, note, ...by }))
  },

  'POST /api/admin/site/ip-ranges/:range/remove': async ({ context, input, ...asked }) => {
    const by = { editor: editorOf(asked), now: context.clock() }
    return answer(await removeRange(context.newsroom, { id: input.range, ...by }))
  },
}

function pasteOf(input: { text: string; data_center_tid: number | null; mode: 'add' | 'replace' }) {
  return { text: input.text, center: input.data_center_tid ?? undefined, mode: input.mode }
}

function answer<Row>(outcome: SaveOutcome<Row>): { data: Row } {
  return outcome.kind === 'saved' ? { data: outcome.row } : throwSiteFault(outcome)
}

const overviewHandlers: Handlers<'GET /api/admin/site'> = {
  'GET /api/admin/site': async ({ context, viewer }) => ({
    data: await siteOverview(context.newsroom, (part) => canEditPart(viewer.roles, part)),
  }),
}

export const siteHandlers: Handlers<keyof typeof siteCalls> = {
  ...overviewHandlers,
  ...nounHandlers('products', products),
  ...retireHandlers('products', products),
  ...orderHandler('products', products),
  ...nounHandlers('clouds', clouds),
  ...retireHandlers('clouds', clouds),
  ...orderHandler('clouds', clouds),
  ...nounHandlers('cloud-banners', cloudBanners),
  ...nounHandlers('banners', siteBanners),
  ...nounHandlers('menu-items', menuItems),
  ...retireHandlers('menu-items', menuItems),
  ...orderHandler('menu-items', menuItems),
  ...nounHandlers('service-categories', serviceCategories),
  ...orderHandler('service-categories', serviceCategories),
  ...nounHandlers('services', services),
  ...retireHandlers('services', services),
  ...orderHandler('services', services),
  ...nounHandlers('regions', regions),
  ...orderHandler('regions', regions),
  ...nounHandlers('data-centers', dataCenters),
  ...retireHandlers('data-centers', dataCenters),
  ...orderHandler('data-centers', dataCenters),
  ...ipRangeHandlers,
  ...nounHandlers('severities', severities),
  ...retireHandlers('severities', severities),
  ...nounHandlers('statuses', statuses),
  ...retireHandlers('statuses', statuses),
  ...orderHandler('statuses', statuses),
  ...nounHandlers('terms', terms),
  ...retireHandlers('terms', terms),
  ...orderHandler('terms', terms),
  ...nounHandlers('policies', policies),
  ...nounHandlers('list-messages', listMessages),
  ...nounHandlers('faq', faqs),
  ...nounHandlers('compliance-texts', complianceTexts),
  ...nounHandlers('compliance-rows', complianceRows),
  ...orderHandler('compliance-rows', complianceRows),
  ...settingHandlers,
  ...brandHandlers,
}
