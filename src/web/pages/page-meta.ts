import type { Cloud } from '../../domain/cloud.ts'
import type { SubMenuItem } from '../../domain/menu.ts'
import { type NotificationType, notificationTypeOf } from '../../domain/notification-type.ts'
import type { PageComponent } from '../../domain/page-components.ts'
import type { ShownGlobal } from '../../ui/root-data.ts'

/** G-08: pages known by the end of their path have their own title and description. */

export interface PageMeta {
  title: string
  description: string
}

export interface PageNames {
  cloud: string
  provider: string
}

const KNOWN: Record<string, (cloud: string, provider: string) => PageMeta> = {
  '/cloud-status': (cloud, provider) => ({
    title: 'Cloud Status',
    description: `Current status of every ${provider} service and data center on ${cloud}.`,
  }),
  '/incidents': (cloud, provider) => ({
    title: 'Incidents',
    description: `Open and past incidents on ${cloud}: what happened, when, and what ${provider} is doing about it.`,
  }),
  '/maintenance': (cloud, provider) => ({
    title: 'Maintenance',
    description: `Planned, running and completed maintenance of ${provider} services and data centers on ${cloud}.`,
  }),
  '/security-advisories': (cloud, provider) => ({
    title: 'Security Advisories',
    description: `Security advisories from ${provider} for ${cloud}, with their status and what to do.`,
  }),
  '/data-center-map': (cloud, provider) => ({
    title: 'Data Center Map',
    description: `Where ${provider} runs ${cloud}: every data center by region, city and kind.`,
  }),
  '/url-category-notification': (cloud, provider) => ({
    title: 'URL Category Changes',
    description: `Changes to ${provider} URL categories on ${cloud}, announced before they take effect.`,
  }),
}

export function pageMeta(path: string, names: PageNames, otherwise: PageMeta): PageMeta {
  const ending = path.slice(path.lastIndexOf('/'))
  return KNOWN[ending]?.(names.cloud, names.provider) ?? otherwise
}

export function describeMenuItem(
  { route, component }: Pick<SubMenuItem, 'route' | 'component'>,
  names: PageNames,
): string {
  const description = Object.hasOwn(BY_COMPONENT, component)
    ? BY_COMPONENT[component as PageComponent](names, route)
    : ''
  return pageMeta(route, names, { title: '', description }).description
}

const BY_COMPONENT: Record<PageComponent, (names: PageNames, route: string) => string> = {
  home: ({ cloud, provider }) => `Status of ${cloud}, a cloud of ${provider}.`,
  cloud_status: ({ cloud }) => `Current status of every service and data center on ${cloud}.`,
  datacenter: ({ cloud }) => `The data centers of ${cloud} by region, city and kind.`,
  threat_map: ({ provider }) =>
    `Where the threats that ${provider} blocked came from, and which data centers stopped them.`,
  maintenance: ({ cloud, provider }) => `Announcements from ${provider} for ${cloud}, newest first.`,
  notification: ({ provider }, route) => BY_NOTIFICATION_TYPE[notificationTypeOf(route)](provider),
  compliance: ({ cloud, provider }) =>
    `Features and capabilities of ${provider} on ${cloud} and the estimated date of their JAB approval.`,
  faq: ({ cloud, provider }) =>
    `Frequently asked questions about ${cloud} and this site, answered by ${provider}.`,
  analytics: ({ provider }) => `What ${provider} blocked: threats by category and family, and over time.`,
}

const BY_NOTIFICATION_TYPE: Record<NotificationType, (provider: string) => string> = {
  url_change_notification: (provider) => `Changes to the URL categories of ${provider}.`,
  cloud_app: (provider) => `New and changed cloud applications that ${provider} recognizes, newest first.`,
  advisories: (provider) =>
    `What ${provider} recommends its customers check, change or plan for, newest first.`,
  sub_processor: (provider) =>
    `Companies that process data for ${provider}, with changes announced in advance.`,
}

export function pageTitle(
  title: string,
  {
    provider,
    cloud,
  }: { provider: Pick<ShownGlobal['provider'], 'name'>; cloud?: Pick<Cloud, 'title'> | undefined },
): string {
  const site = `${provider.name} Trust`
  const parts = [title, cloud?.title, site].filter((part) => part !== undefined && part !== '')
  return [...new Set(parts)].join(' · ')
}
