import type { GoogleIncident } from '../../../contract/google-incidents.ts'
import { googleImpact, googleUpdateStatus } from '../../../domain/google/google-words.ts'
import { incidentEnd } from '../../../domain/incident-end.ts'
import { stateOfSeverity } from '../../../domain/record.ts'
import type { Edition, SiteCloud } from '../../edition.ts'
import type { EditionRecord } from '../../edition-record.ts'
import { endByEdit } from '../../feeds/edit-news.ts'
import {
  centersAffected,
  dataCentersOf,
  isAboutWholeCloud,
  isOverThere,
  servicesAffected,
  servicesOf,
  severityOn,
  severityThen,
} from '../../record-reach.ts'
import { whenOf } from '../../record-shelf.ts'
import { recordText, updateText } from '../record-text.ts'

interface GoogleView {
  edition: Edition
  publicUrl: string
  cloud: SiteCloud
}

type Update = GoogleIncident['updates'][number]

export function googleIncident(view: GoogleView, record: EditionRecord): GoogleIncident {
  const { cloud } = view
  const end = incidentEnd({ to: record.to_time, closed: record.closed_on })
  const severityTid = end === null ? severityOn(record, cloud) : record.severity_tid
  const { impact, severity } = googleImpact(stateOfSeverity(severityTid))
  const impactThen = (then: Date) =>
    googleImpact(stateOfSeverity(severityThen(record, then, severityTid))).impact
  const created = record.posted_on ?? record.created_at
  const locations = ownCenters(cloud, record)
  const isOver = ({ id }: { id: string }) =>
    end !== null ||
    centersAffected(record, cloud).some(
      (tid) => id === `center-${tid}` && isOverThere(record, cloud, 'data-center', tid),
    )
  const products = ownServices(cloud, record)
  const [only] = products
  const opening = updateOf({
    when: created,
    text: recordText(record, view.publicUrl),
    status: impactThen(created),
    locations,
  })
  const updates = record.updates.map((update): Update => {
    const status = view.edition.site.statuses.find(({ id }) => id === update.status_id)
    return updateOf({
      when: update.posted_on,
      text: updateText(update, view.publicUrl),
      status: googleUpdateStatus(impactThen(update.posted_on), status),
      locations,
    })
  })
  const told = endByEdit(view.edition.site, record)
  if (told !== undefined)
    updates.push(updateOf({ when: told.at, text: `${told.words}.`, status: 'AVAILABLE', locations }))
  updates.sort((a, b) => Date.parse(a.when) - Date.parse(b.when))
  return {
    id: String(record.id),
    number: String(record.id),
    begin: new Date(whenOf(record)).toISOString(),
    created: created.toISOString(),
    ...(end !== null && { end: end.toISOString() }),
    modified: record.updated_on.toISOString(),
    external_desc: record.title,
    updates: [opening, ...updates].reverse(),
    most_recent_update: updates.at(-1) ?? opening,
    status_impact: impact,
    severity,
    // As in Google's format, an incident of several services or none gets its own name.
    service_key: products.length === 1 && only !== undefined ? only.id : cloud.machine_name,
    service_name:
      products.length === 1 && only !== undefined ? only.title : nameOfMany(view, record, products.length),
    affected_products: products,
    uri: `posts/${record.id}`,
    currently_affected_locations: locations.filter((location) => !isOver(location)),
    previously_affected_locations: locations.filter(isOver),
  }
}

function nameOfMany({ cloud }: GoogleView, record: EditionRecord, products: number) {
  return products === 0 || isAboutWholeCloud(record) ? cloud.title : 'Multiple Products'
}

function updateOf(of: {
  when: Date
  text: string
  status: Update['status']
  locations: Update['affected_locations']
}): Update {
  const when = of.when.toISOString()
  return {
    created: when,
    modified: when,
    when,
    text: of.text,
    status: of.status,
    affected_locations: of.locations,
  }
}

/** An incident may be on several clouds. Its services on the others are reported there. */
function ownServices(cloud: SiteCloud, record: EditionRecord) {
  const affected = servicesAffected(record, cloud)
  return servicesOf(cloud)
    .filter(({ tid }) => affected.includes(tid))
    .map(({ tid, name }) => ({ title: name, id: `service-${tid}` }))
}

function ownCenters(cloud: SiteCloud, record: EditionRecord) {
  const affected = centersAffected(record, cloud)
  return dataCentersOf(cloud)
    .filter(({ tid }) => affected.includes(tid))
    .map(({ tid, name }) => ({ title: name, id: `center-${tid}` }))
}
