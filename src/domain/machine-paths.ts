import { type ChosenPlaces, withMine } from './chosen-places.ts'
import type { PlaceKind } from './place-address.ts'

export const STATUSPAGE_DOCUMENTS = [
  'summary',
  'status',
  'components',
  'incidents',
  'incidents/unresolved',
  'scheduled-maintenances',
  'scheduled-maintenances/active',
  'scheduled-maintenances/upcoming',
] as const
export type StatuspageDocument = (typeof STATUSPAGE_DOCUMENTS)[number]

/** Without a cloud, the first one. */
export function statuspagePath(document: StatuspageDocument, cloudDomain?: string): string {
  return `${cloudDomain === undefined ? '' : `/${cloudDomain}`}/api/v2/${document}.json`
}

export function googleIncidentsPath(cloudDomain: string): string {
  return `/${cloudDomain}/incidents.json`
}

export const LOG_PATH = '/log'
export const LOG_KEY_PATH = `${LOG_PATH}/key`
export const LOG_CHECKPOINT_PATH = `${LOG_PATH}/checkpoint`

export const LEGACY_STATUS_PATH = '/api/cloud-status.json'

export function maintenanceCalendarPath(cloud?: string, places?: ChosenPlaces): string {
  const path = `/calendar/maintenance.ics${ofCloud(cloud)}`
  return places === undefined ? path : withMine(path, places)
}

export const CSAF_PROVIDER_PATH = '/.well-known/csaf/provider-metadata.json'
export const CSAF_FEED_PATH = '/csaf/white/csaf-feed-tlp-white.json'
export const CSAF_INDEX_PATH = '/csaf/white/index.txt'
export const CSAF_CHANGES_PATH = '/csaf/white/changes.csv'
export const SECURITY_TXT_PATH = '/.well-known/security.txt'

export function cloudBadgePath(cloudDomain: string): string {
  return `/${cloudDomain}/badge.svg`
}

export function cloudBadgeJsonPath(cloudDomain: string): string {
  return `/${cloudDomain}/badge.json`
}

export function placeBadgePath(cloudDomain: string, place: PlaceKind, tid: number | string): string {
  return `/${cloudDomain}/badge/${place}/${tid}.svg`
}

export const WIDGET_SCRIPT_PATH = '/widget.js'

export function widgetPath(cloudDomain: string): string {
  return `/${cloudDomain}/widget.json`
}

export const MCP_PATH = '/mcp'
export const LLMS_TXT_PATH = '/llms.txt'
export const API_DOCS_PATH = '/api/docs'
export const OPEN_API_PATH = '/api/openapi.json'

export function forMachinesPath(cloudDomain: string): string {
  return `/${cloudDomain}/for-machines`
}

function ofCloud(cloud: string | undefined) {
  return cloud === undefined ? '' : `?${new URLSearchParams({ cloud })}`
}
