import { bannersBegun } from '../../../domain/banners/banners-in-force.ts'
import { factsOf } from '../../../domain/csaf/advisory-facts.ts'
import type { Edition, Site, SiteCloud, SiteProvider } from '../../edition.ts'
import type { EditionRecord } from '../../edition-record.ts'
import type { Threats } from '../../threats/threats.ts'
import type { RecordPayload, SiteLine, ThreatsLine } from './payload-schema.ts'

/** A slice is written within a few milliseconds, so that whoever else uses the process does not notice. */
const RECORDS_ON_A_LINE = 100

/**
 * An edition as lines of JSON. Field by field, so that nothing comes out that nobody thought of. What readers may not
 * know yet stays behind: banners that begin after `now`; and what a site without accounts has no use for.
 */
export function* encodeEdition(edition: Edition, now: Date): Generator<string> {
  yield line(toSiteLine(edition.site, now))
  yield line(toThreatsLine(edition.threats))
  const slice: RecordPayload[] = []
  for (const record of edition.records.byId.values()) {
    slice.push(toRecordRow(record))
    if (slice.length === RECORDS_ON_A_LINE) yield line(slice.splice(0))
  }
  if (slice.length > 0) yield line(slice)
}

function line(value: SiteLine | ThreatsLine | RecordPayload[]) {
  return `${JSON.stringify(value)}\n`
}

function toSiteLine(site: Site, now: Date): SiteLine {
  return {
    provider: toProviderRow(site.provider),
    products: site.products.map(({ machine_name, title }) => ({ machine_name, title })),
    clouds: site.clouds.map(toCloudRow),
    menu: site.menu,
    severities: site.severities.map(({ tid, name, color_code, status_icon, rank, isInLegend }) => ({
      tid,
      name,
      color_code,
      status_icon,
      rank,
      isInLegend,
    })),
    statuses: site.statuses.map(({ id, name, class: className, icon, isClosed, isRetired }) => ({
      id,
      name,
      class: className,
      icon,
      isClosed,
      isRetired,
    })),
    services: [...site.services.values()].map(({ tid, name, info, isActive, startedOn, endedOn }) => ({
      tid,
      name,
      info,
      isActive,
      startedOn,
      endedOn,
    })),
    regions: site.regions.map(({ tid, title }) => ({ tid, title })),
    dataCenters: [...site.dataCenters.values()].map((center) => ({
      tid: center.tid,
      name: center.name,
      city: center.city,
      country: center.country,
      region: center.region,
      latitude: center.latitude,
      longitude: center.longitude,
      isPremium: center.isPremium,
      isFedrampModerate: center.isFedrampModerate,
      hasRegionalSurcharge: center.hasRegionalSurcharge,
      isActive: center.isActive,
      openedOn: center.openedOn,
      closedOn: center.closedOn,
    })),
    pages: site.pages.map(({ slug, cloudId, title, pageTop, body, columnTitles }) => ({
      slug,
      cloudId,
      title,
      pageTop,
      body,
      columnTitles,
    })),
    complianceRows: site.complianceRows.map(({ cloudId, description, date }) => ({
      cloudId,
      description,
      date,
    })),
    ipRanges: site.ipRanges.map(({ id, dataCenterTid, prefix, note, addedOn, removedOn }) => ({
      id,
      dataCenterTid,
      prefix,
      note,
      addedOn: addedOn.getTime(),
      removedOn: msOf(removedOn),
    })),
    banners: bannersBegun(site.banners, now).map(({ id, cloud, gravity, text, link, startsAt, endsAt }) => ({
      id,
      cloud,
      gravity,
      text,
      link: link === null ? null : { url: link.url, text: link.text },
      startsAt: msOf(startsAt),
      endsAt: msOf(endsAt),
    })),
    maintenance:
      site.maintenance === null
        ? null
        : { message: site.maintenance.message, endsAt: msOf(site.maintenance.endsAt) },
  }
}

function toProviderRow(provider: SiteProvider): SiteLine['provider'] {
  return {
    name: provider.name,
    legal_name: provider.legal_name,
    help_url: provider.help_url,
    gov_help_url: provider.gov_help_url,
    feedback_email: provider.feedback_email,
    security_contact: provider.security_contact,
    update_every_hours: provider.update_every_hours,
  }
}

function toCloudRow(cloud: SiteCloud): SiteLine['clouds'][number] {
  const { core_cloud_services, datacenter, premium_datacenter } = cloud.cloud_status
  return {
    id: cloud.id,
    title: cloud.title,
    machine_name: cloud.machine_name,
    domain: cloud.domain,
    default_page: cloud.default_page,
    type: cloud.type,
    is_gov: cloud.is_gov,
    cloud_status: { core_cloud_services, datacenter, premium_datacenter },
    banner: { title: cloud.banner.title, description: cloud.banner.description },
    serviceCategories: cloud.serviceCategories.map(({ tid, title, services }) => ({
      tid,
      title,
      services: services.map((service) => service.tid),
    })),
    regions: cloud.regions.map(({ tid, title, dataCenters }) => ({
      tid,
      title,
      dataCenters: dataCenters.map((center) => center.tid),
    })),
    schedule: cloud.schedule.map(({ title, cells }) => ({
      title,
      cells: cells.map(({ value, className }) => ({ value, className })),
    })),
  }
}

function toThreatsLine({ counts, origins }: Threats): ThreatsLine {
  const { malware, threat, sandbox, ba } = origins.totals
  return {
    counts: {
      firstDay: counts.firstDay,
      lastDay: counts.lastDay ?? null,
      hasFigures: Array.from(counts.hasFigures, (has) => (has === 0 ? 0 : 1)),
      cells: counts.cells.map(({ category, family, regionTid, blocked }) => ({
        category,
        family,
        regionTid,
        blocked: Array.from(blocked),
      })),
    },
    origins: {
      day: origins.day,
      total: origins.total,
      totals: { malware, threat, sandbox, ba },
      flows: origins.flows.map(({ country_code, data_center_tid, category, family, blocked }) => ({
        country_code,
        data_center_tid,
        category,
        family,
        blocked,
      })),
    },
  }
}

function toRecordRow(record: EditionRecord): RecordPayload {
  return {
    id: record.id,
    kind: record.kind,
    notification_type: record.notification_type,
    type: record.type,
    incident_type: record.incident_type,
    event_type: record.event_type,
    title: record.title,
    alias: record.alias,
    summary: record.summary,
    body: record.body,
    status_id: record.status_id,
    severity_tid: record.severity_tid,
    tags: record.tags,
    clusters: record.clusters,
    created_at: record.created_at.getTime(),
    posted_on: msOf(record.posted_on),
    closed_on: msOf(record.closed_on),
    from_time: msOf(record.from_time),
    to_time: msOf(record.to_time),
    actual_from_time: msOf(record.actual_from_time),
    actual_to_time: msOf(record.actual_to_time),
    updated_on: record.updated_on.getTime(),
    author: record.author,
    created_by: record.created_by,
    updated_by: record.updated_by,
    resolved_by: record.resolved_by,
    customer_impact: record.customer_impact,
    available_workaround: record.available_workaround,
    how_found: record.how_found,
    next_update: msOf(record.next_update),
    redirect: record.redirect,
    cve_ids: record.cve_ids,
    cvss_score: record.cvss_score,
    cvss_vector: record.cvss_vector,
    advisory: record.advisory === null ? null : factsOf(record.advisory),
    clouds: [...record.clouds],
    services: [...record.services],
    dataCenters: [...record.dataCenters],
    updates: record.updates.map(({ id, posted_on, status_id, body }) => ({
      id,
      posted_on: posted_on.getTime(),
      status_id,
      body,
    })),
    revisions: record.revisions.map((time) => time.getTime()),
  }
}

function msOf(moment: Date | null): number | null {
  return moment === null ? null : moment.getTime()
}
