import { Type } from 'typebox'
import { InformingFile } from '../../../contract/informing.ts'
import { csvLine } from '../../../domain/csv-cell.ts'
import { publishedToMessage, startToPublished } from '../../../domain/informing/incident-facts.ts'
import { informingFilePath } from '../../../domain/informing/informing-address.ts'
import { INFORMING_DEFINED, type Quarter, tenthsOf } from '../../../domain/informing/quarter-figures.ts'
import { figuresOf, nextChange, presentGoals } from '../../answers/informing-answer.ts'
import type { SiteCloud } from '../../edition.ts'
import { type InformedIncident, incidentsByQuarter, presentFacts } from '../../informing.ts'
import { cloudOfDomain } from '../cloud-of-domain.ts'
import type { DocumentFamily, DocumentRoute, DocumentView, WrittenDocument } from '../document.ts'

const HEADER = [
  'cloud',
  'quarter',
  'post',
  'title',
  'began',
  'published',
  'minutes_to_published',
  'added_as_history',
  'messages',
  'first_message',
  'minutes_to_first_message',
  'messages_95_percent',
  'message_count',
  'promises',
  'promises_kept',
  'promises_broken',
  'promise_times',
  'resolved',
  'post_mortem',
]

/** Writing more would hold up other readers. Earlier quarters can be asked for one by one. */
const MOST_INCIDENTS = 5_000

/** Whole quarters, so that their figures match. */
function quartersOf({ edition }: DocumentView, cloud: SiteCloud, asked: Quarter | undefined): Quarter[] {
  if (asked !== undefined) return [asked]
  const known = incidentsByQuarter(edition, cloud)
  let incidents = 0
  const isTooMuch = (quarter: Quarter, index: number) => {
    incidents += known.get(quarter)?.length ?? 0
    return index > 0 && incidents > MOST_INCIDENTS
  }
  const newestFirst = [...known.keys()].sort().reverse()
  const end = newestFirst.findIndex(isTooMuch)
  return end < 0 ? newestFirst : newestFirst.slice(0, end)
}

function writeCsv(view: DocumentView, cloud: SiteCloud, asked: Quarter | undefined): WrittenDocument {
  const known = incidentsByQuarter(view.edition, cloud)
  const rows = quartersOf(view, cloud, asked).flatMap((quarter) =>
    (known.get(quarter) ?? []).map((incident) => csvRow(view, { cloud, quarter, incident })),
  )
  return {
    body: [HEADER, ...rows].map(csvLine).join(''),
    until: nextChange(view.edition, cloud, view.now),
  }
}

function csvRow(
  view: DocumentView,
  {
    cloud,
    quarter,
    incident: { record, facts },
  }: { cloud: SiteCloud; quarter: Quarter; incident: InformedIncident },
): string[] {
  const presented = presentFacts(facts, view)
  const results = presented.promises?.map(({ result }) => result)
  const count = (wanted: string) =>
    results === undefined ? '' : String(results.filter((result) => result === wanted).length)
  return [
    cloud.machine_name,
    quarter,
    postAddress(view, cloud, record.id),
    record.title,
    presented.began ?? '',
    presented.published ?? 'unknown',
    minutesCell(startToPublished(facts)),
    presented.is_history ? 'yes' : 'no',
    presented.messages.state,
    presented.messages.first ?? '',
    minutesCell(publishedToMessage(facts)),
    presented.messages.most ?? '',
    presented.messages.count === null ? '' : String(presented.messages.count),
    results === undefined ? 'unknown' : String(results.length),
    count('kept'),
    count('broken'),
    (presented.promises ?? []).map(({ promised_for, result }) => `${promised_for} ${result}`).join('; '),
    presented.resolved ?? '',
    presented.post_mortem ?? '',
  ]
}

function writeJson(view: DocumentView, cloud: SiteCloud, asked: Quarter | undefined): WrittenDocument {
  const known = incidentsByQuarter(view.edition, cloud)
  const quarters = quartersOf(view, cloud, asked)
  const file = {
    cloud: cloud.machine_name,
    as_of: view.edition.publishedAt.toISOString(),
    definition: INFORMING_DEFINED,
    goals: presentGoals(view.edition, view.now),
    quarters: quarters.map((quarter) => figuresOf(view.edition, cloud, { quarter, now: view.now })),
    incidents: quarters.flatMap((quarter) =>
      (known.get(quarter) ?? []).map(({ record, facts }) => ({
        id: record.id,
        title: record.title,
        quarter,
        url: postAddress(view, cloud, record.id),
        ...presentFacts(facts, view),
      })),
    ),
  }
  return { body: `${JSON.stringify(file)}\n`, until: nextChange(view.edition, cloud, view.now) }
}

function postAddress({ publicUrl }: DocumentView, { domain }: SiteCloud, id: number): string {
  return `${publicUrl}/${domain}/posts/${id}`
}

function minutesCell(ms: number | null): string {
  return ms === null ? '' : String(tenthsOf(ms))
}

const QuarterQuery = Type.Object({
  quarter: Type.Optional(
    Type.String({
      pattern: '^\\d{4}-Q[1-4]$',
      description: `such as 2026-Q4, in UTC; without it, the newest quarters with up to ${MOST_INCIDENTS} incidents`,
    }),
  ),
})

function fileRoute(
  format: 'csv' | 'json',
  of: Pick<DocumentRoute, 'summary' | 'type' | 'answer'>,
  write: typeof writeCsv,
): DocumentRoute {
  return {
    ...of,
    path: informingFilePath(':cloudDomain', format),
    query: QuarterQuery,
    isWholeInExport: true,
    ...(format === 'csv' && { headers: { 'content-disposition': 'attachment' } }),
    find(edition, { cloudDomain, quarter }) {
      const cloud = cloudOfDomain(edition, cloudDomain)
      if (cloud === undefined) return undefined
      if (quarter !== undefined && !incidentsByQuarter(edition, cloud).has(quarter)) return undefined
      return {
        address: informingFilePath(cloud.domain, format, quarter),
        cloud: cloud.machine_name,
        write: (view) => write(view, cloud, quarter),
      }
    },
    addresses: ({ site }) => site.clouds.map(({ domain }) => informingFilePath(domain, format)),
  }
}

export const informingFamily: DocumentFamily = {
  tag: 'Availability',
  routes: [
    fileRoute(
      'csv',
      {
        summary: 'How readers were informed of each incident in one quarter or in all, as a table',
        type: 'text/csv; charset=utf-8',
      },
      writeCsv,
    ),
    fileRoute(
      'json',
      {
        summary: 'How readers were informed of each incident, with figures by quarter',
        type: 'application/json; charset=utf-8',
        answer: InformingFile,
      },
      writeJson,
    ),
  ],
}
