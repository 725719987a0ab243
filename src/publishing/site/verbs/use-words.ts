import type { Use } from '../../../contract/admin/site/removal.ts'
import type { FoundUse, UseKind } from '../../../db/site-editing/uses.ts'

const WORDS: Record<UseKind, readonly [one: string, many: string, path: ((id: number) => string) | null]> = {
  record: ['record', 'records', (id) => `/admin/records/${id}`],
  template: ['template', 'templates', () => '/admin/templates'],
  series: ['recurring maintenance', 'recurring maintenances', () => '/admin/series'],
  subscription: ['subscription', 'subscriptions', null],
  'subscriber-import': ['subscriber import', 'subscriber imports', () => '/admin/imports'],
  'approval-rule': ['approval rule', 'approval rules', () => '/admin/site/approval'],
  sender: ['sender', 'senders', (id) => `/admin/senders/${id}`],
  cloud: ['cloud', 'clouds', (id) => `/admin/site/clouds/${id}`],
  'menu-item': ['menu item', 'menu items', (id) => `/admin/site/menus/${id}`],
  banner: ['banner', 'banners', (id) => `/admin/site/banners/${id}`],
  heading: ['heading', 'headings', (id) => `/admin/site/home-banners/${id}`],
  'service-category': [
    'service category',
    'service categories',
    (id) => `/admin/site/service-categories/${id}`,
  ],
  service: ['service', 'services', (id) => `/admin/site/services/${id}`],
  'data-center': ['data center', 'data centers', (id) => `/admin/site/data-centers/${id}`],
  page: ['page', 'pages', null],
  'compliance-row': ['compliance row', 'compliance rows', (id) => `/admin/site/compliance/${id}`],
  'schedule-row': ['row of the update schedule', 'rows of the update schedule', () => '/admin/site/schedule'],
  'threat-figure': ['threat figure', 'threat figures', null],
  'ip-range': ['IP range', 'IP ranges', () => '/admin/site/ip-ranges'],
}

export function toUse({ kind, count, examples }: FoundUse): Use {
  const [one, many, pathOf] = WORDS[kind]
  return {
    what: count === 1 ? one : many,
    count,
    examples: examples.map(({ id, label }) => ({ label, path: pathOf?.(id) ?? null })),
  }
}

export function whyNotRemoved(uses: readonly Use[], canRetire: boolean): string {
  const counts = uses.map(({ what, count }) => `${count.toLocaleString('en-US')} ${what}`)
  const used = `Used by ${new Intl.ListFormat('en-US').format(counts)}.`
  return canRetire
    ? `${used} Retire it instead: it stays where it is used but is no longer offered.`
    : `${used} It can’t be removed while they use it.`
}
