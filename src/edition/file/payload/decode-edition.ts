import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { prefixIn } from '../../../domain/ip-ranges/ip-prefix.ts'
import type { Site, SiteDataCenter, SiteService } from '../../edition.ts'
import type { EditionRecord } from '../../edition-record.ts'
import type { Threats } from '../../threats/threats.ts'
import { RecordPayload, SiteLine, ThreatsLine } from './payload-schema.ts'

/** What a file says that no edition would. Its message names the place, and never what stands there. */
export class DamagedPayload extends Error {}

export function decodeSite(value: unknown): Site {
  refuseUnless(SITE, value, 'the site')
  const services = new Map(value.services.map((service) => [service.tid, service]))
  const dataCenters = new Map(value.dataCenters.map((center) => [center.tid, center]))
  return {
    // Who counts as staff is of no use where nobody signs in, so it is not in the file.
    provider: {
      name: value.provider.name,
      legal_name: value.provider.legal_name,
      staff_domains: [],
      help_url: value.provider.help_url,
      gov_help_url: value.provider.gov_help_url,
      feedback_email: value.provider.feedback_email,
      security_contact: value.provider.security_contact ?? '',
      update_every_hours: value.provider.update_every_hours ?? null,
    },
    products: value.products,
    clouds: value.clouds.map((cloud) => toCloud(cloud, services, dataCenters)),
    menu: value.menu,
    severities: value.severities,
    statuses: value.statuses,
    services,
    regions: value.regions,
    dataCenters,
    pages: value.pages,
    complianceRows: value.complianceRows,
    ipRanges: (value.ipRanges ?? []).map((range) => ({
      ...range,
      prefix: writtenRight(range.prefix),
      addedOn: new Date(range.addedOn),
      removedOn: dateOf(range.removedOn),
    })),
    banners: value.banners.map((banner) => ({
      ...banner,
      startsAt: dateOf(banner.startsAt),
      endsAt: dateOf(banner.endsAt),
    })),
    maintenance:
      value.maintenance === null
        ? null
        : { message: value.maintenance.message, endsAt: dateOf(value.maintenance.endsAt) },
  }
}

function toCloud(
  cloud: SiteLine['clouds'][number],
  services: ReadonlyMap<number, SiteService>,
  dataCenters: ReadonlyMap<number, SiteDataCenter>,
) {
  return {
    ...cloud,
    serviceCategories: cloud.serviceCategories.map(({ tid, title, services: tids }) => ({
      tid,
      title,
      services: tids.map((each) => known(services, each)),
    })),
    regions: cloud.regions.map(({ tid, title, dataCenters: tids }) => ({
      tid,
      title,
      dataCenters: tids.map((each) => known(dataCenters, each)),
    })),
  }
}

function writtenRight(prefix: string): string {
  if (prefixIn(prefix)?.text !== prefix) throw new DamagedPayload('the site has a range that is none')
  return prefix
}

function known<T>(things: ReadonlyMap<number, T>, tid: number): T {
  const thing = things.get(tid)
  if (thing === undefined) throw new DamagedPayload(`the site names ${tid}, which is not in it`)
  return thing
}

export function decodeThreats(value: unknown): Threats {
  refuseUnless(THREATS, value, 'the threat figures')
  const { counts, origins } = value
  const days = counts.hasFigures.length
  if (counts.cells.some(({ blocked }) => blocked.length !== days)) {
    throw new DamagedPayload('the threat figures have lists of different lengths')
  }
  return {
    counts: {
      firstDay: counts.firstDay,
      lastDay: counts.lastDay ?? undefined,
      hasFigures: Uint8Array.from(counts.hasFigures),
      cells: counts.cells.map(({ category, family, regionTid, blocked }) => ({
        category,
        family,
        regionTid,
        blocked: Float64Array.from(blocked),
      })),
    },
    origins,
  }
}

export function decodeRecords(value: unknown): EditionRecord[] {
  refuseUnless(RECORDS, value, 'the records')
  return value.map(toRecord)
}

/** Field by field, for the reason that `toEditionRecords` gives. */
function toRecord(row: RecordPayload): EditionRecord {
  return {
    id: row.id,
    kind: row.kind,
    notification_type: row.notification_type,
    type: row.type,
    incident_type: row.incident_type,
    event_type: row.event_type,
    title: row.title,
    alias: row.alias,
    summary: row.summary,
    body: row.body,
    status_id: row.status_id,
    severity_tid: row.severity_tid,
    tags: row.tags,
    clusters: row.clusters,
    created_at: new Date(row.created_at),
    posted_on: dateOf(row.posted_on),
    closed_on: dateOf(row.closed_on),
    from_time: dateOf(row.from_time),
    to_time: dateOf(row.to_time),
    actual_from_time: dateOf(row.actual_from_time),
    actual_to_time: dateOf(row.actual_to_time),
    updated_on: new Date(row.updated_on),
    author: row.author,
    created_by: row.created_by,
    updated_by: row.updated_by,
    resolved_by: row.resolved_by,
    customer_impact: row.customer_impact,
    available_workaround: row.available_workaround,
    how_found: row.how_found,
    next_update: dateOf(row.next_update),
    redirect: row.redirect,
    cve_ids: row.cve_ids,
    cvss_score: row.cvss_score,
    cvss_vector: row.cvss_vector,
    advisory: row.advisory ?? null,
    clouds: row.clouds,
    services: row.services,
    dataCenters: row.dataCenters,
    updates: row.updates.map(({ id, posted_on, status_id, body }) => ({
      id,
      posted_on: new Date(posted_on),
      status_id,
      body,
    })),
    revisions: (row.revisions ?? []).map((time) => new Date(time)),
  }
}

function dateOf(ms: number | null): Date | null {
  return ms === null ? null : new Date(ms)
}

const SITE = Compile(SiteLine)
const THREATS = Compile(ThreatsLine)
const RECORDS = Compile(Type.Array(RecordPayload))

interface Checker<T> {
  Check(value: unknown): value is T
  Errors(value: unknown): { instancePath: string; message: string }[]
}

function refuseUnless<T>(checker: Checker<T>, value: unknown, what: string): asserts value is T {
  if (checker.Check(value)) return
  const [first] = checker.Errors(value)
  throw new DamagedPayload(
    `${what} at "${first?.instancePath ?? ''}" ${first?.message ?? 'is not as expected'}`,
  )
}
