import { NOTIFICATION_TYPES, type RecordInPlace, type RelatedRecord } from '../../contract/records.ts'
import type { RecordKind } from '../../domain/record.ts'
import { type Edition, type SiteCloud, statusName } from '../edition.ts'
import type { EditionRecord } from '../edition-record.ts'
import { severityOn } from '../record-reach.ts'
import { notificationsOfType, recordsOfCloud, whenOf } from '../record-shelf.ts'
import type { AnswerContext } from './answer-outcome.ts'
import { nearestRelated } from './nearest-related.ts'
import { placesNamed, redirectOf, statesAt } from './present-record.ts'

type Surroundings = Pick<RecordInPlace, 'places_here' | 'previous' | 'next' | 'related'>

export const NO_SURROUNDINGS: Surroundings = {
  places_here: { services: [], datacenters: [] },
  previous: null,
  next: null,
  related: [],
}

export function surroundingsOf(
  context: AnswerContext,
  record: EditionRecord,
  cloud: SiteCloud,
): Surroundings {
  const { site } = context.edition
  const here = tidsHere(record, cloud)
  return {
    places_here: {
      services: placesNamed(site.services, here.services, statesAt(record, 'service')),
      datacenters: placesNamed(site.dataCenters, here.dataCenters, statesAt(record, 'data-center')),
    },
    ...neighborsOf(context, record, cloud),
    related: relatedTo(context, { ...record, ...here }, cloud),
  }
}

function tidsHere(record: EditionRecord, cloud: SiteCloud) {
  const services = new Set(cloud.serviceCategories.flatMap((category) => category.services.map(tidOf)))
  const dataCenters = new Set(cloud.regions.flatMap((region) => region.dataCenters.map(tidOf)))
  return {
    services: record.services.filter((tid) => services.has(tid)),
    dataCenters: record.dataCenters.filter((tid) => dataCenters.has(tid)),
  }
}

function tidOf({ tid }: { tid: number }) {
  return tid
}

function neighborsOf(context: AnswerContext, record: EditionRecord, cloud: SiteCloud) {
  const list = listOf(context.edition, record, cloud)
  const at = list.findIndex(({ id }) => id === record.id)
  const isListed = at !== -1 && isOfReadersOf(cloud, record)
  if (!isListed) return { previous: null, next: null }
  const isShown = (candidate: EditionRecord) => isShownOn(context, cloud, candidate)
  return {
    previous: toLink(list.findLast((candidate, index) => index < at && isShown(candidate))),
    next: toLink(list.find((candidate, index) => index > at && isShown(candidate))),
  }
}

function listOf({ records }: Edition, { kind, notification_type }: EditionRecord, cloud: SiteCloud) {
  if (kind !== 'notification') return recordsOfCloud(records, kind, cloud.id)
  return notification_type === null ? [] : notificationsOfType(records, notification_type)
}

function toLink(record: EditionRecord | undefined) {
  return record === undefined ? null : { id: record.id, title: record.title }
}

const POST_KINDS: RecordKind[] = ['incident', 'maintenance', 'advisory']
const MOST_RELATED = 5

function relatedTo(context: AnswerContext, record: EditionRecord, cloud: SiteCloud): RelatedRecord[] {
  const { site, records } = context.edition
  return nearestRelated({
    of: record,
    lists: [
      ...POST_KINDS.map((kind) => recordsOfCloud(records, kind, cloud.id)),
      ...NOTIFICATION_TYPES.map((type) => notificationsOfType(records, type)),
    ],
    whenOf,
    isWanted: (candidate) => isShownOn(context, cloud, candidate),
    limit: MOST_RELATED,
  }).map((related) => ({
    id: related.id,
    title: related.title,
    status: statusName(site, related.status_id),
    severityId: related.closed_on === null ? severityOn(related, cloud) : related.severity_tid,
    post_type: related.kind,
    from: new Date(whenOf(related)).toISOString(),
  }))
}

function isShownOn(context: AnswerContext, cloud: SiteCloud, candidate: EditionRecord) {
  return isOfReadersOf(cloud, candidate) && redirectOf(context, candidate) === undefined
}

/** P-02: only notifications about cloud apps belong to a cloud. */
function isOfReadersOf(cloud: SiteCloud, { notification_type, clouds }: EditionRecord) {
  return notification_type !== 'cloud_app' || clouds.includes(cloud.id)
}
