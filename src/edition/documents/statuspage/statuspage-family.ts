import type { TSchema } from 'typebox'
import {
  StatuspageComponents,
  StatuspageIncidents,
  StatuspageMaintenances,
  StatuspageStatus,
  StatuspageSummary,
} from '../../../contract/statuspage.ts'
import { type StatuspageDocument as StatuspageName, statuspagePath } from '../../../domain/machine-paths.ts'
import type { SiteCloud } from '../../edition.ts'
import { cloudOfDomain } from '../cloud-of-domain.ts'
import type { DocumentFamily, DocumentFound, DocumentRoute } from '../document.ts'
import { type StatuspagePart, writeStatuspage } from './statuspage-parts.ts'
import { statuspageView } from './statuspage-view.ts'

interface StatuspageDocument {
  name: StatuspageName
  summary: string
  answer: TSchema
  parts: readonly StatuspagePart[]
}

const DOCUMENTS: readonly StatuspageDocument[] = [
  {
    name: 'summary',
    summary: 'The status, components, open incidents, and current and upcoming maintenance',
    answer: StatuspageSummary,
    parts: ['components', 'unresolved', 'activeAndUpcoming', 'status'],
  },
  { name: 'status', summary: 'The state in a word', answer: StatuspageStatus, parts: ['status'] },
  {
    name: 'components',
    summary: 'Services by category and data centers by region',
    answer: StatuspageComponents,
    parts: ['components'],
  },
  {
    name: 'incidents',
    summary: 'The 50 latest incidents',
    answer: StatuspageIncidents,
    parts: ['incidents'],
  },
  {
    name: 'incidents/unresolved',
    summary: 'Open incidents',
    answer: StatuspageIncidents,
    parts: ['unresolved'],
  },
  {
    name: 'scheduled-maintenances',
    summary: 'The 50 latest maintenances',
    answer: StatuspageMaintenances,
    parts: ['maintenances'],
  },
  {
    name: 'scheduled-maintenances/active',
    summary: 'Maintenance in progress',
    answer: StatuspageMaintenances,
    parts: ['active'],
  },
  {
    name: 'scheduled-maintenances/upcoming',
    summary: 'Upcoming maintenance',
    answer: StatuspageMaintenances,
    parts: ['upcoming'],
  },
]

const TYPE = 'application/json; charset=utf-8'

/** L-03: the Statuspage API. Paths without a cloud return the first cloud. */
export const statuspageFamily: DocumentFamily = {
  tag: 'Statuspage v2',
  routes: DOCUMENTS.flatMap((document): DocumentRoute[] => {
    const { name, answer } = document
    const path = statuspagePath(name)
    return [
      {
        path,
        summary: `${document.summary}, of the first cloud`,
        type: TYPE,
        answer,
        find: ({ site }) => found(document, site.clouds[0], path),
        addresses: ({ site }) => (site.clouds.length === 0 ? [] : [path]),
      },
      {
        path: statuspagePath(name, ':cloudDomain'),
        summary: `${document.summary}, of a cloud`,
        type: TYPE,
        answer,
        find: (edition, { cloudDomain }) => {
          const cloud = cloudOfDomain(edition, cloudDomain)
          return found(document, cloud, statuspagePath(name, cloud?.domain))
        },
        addresses: ({ site }) => site.clouds.map(({ domain }) => statuspagePath(name, domain)),
      },
    ]
  }),
}

function found(
  { parts }: StatuspageDocument,
  cloud: SiteCloud | undefined,
  address: string,
): DocumentFound | undefined {
  if (cloud === undefined) return undefined
  return {
    address,
    cloud: cloud.machine_name,
    write: (view) => writeStatuspage(statuspageView(view, cloud), parts),
  }
}
