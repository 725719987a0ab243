import { getAvailability, getPlace } from './availability.ts'
import { getCalendar } from './calendar.ts'
import { getCloudStatus, getVerdict } from './cloud-status.ts'
import { getDataCenterMap } from './data-center-map.ts'
import { getEdition } from './edition.ts'
import type { AnswerOf, InputOf } from './endpoint.ts'
import { getFollowChoice } from './follow.ts'
import { getForMachines } from './for-machines.ts'
import { getCloudBanner, getGlobal } from './global.ts'
import { getInforming } from './informing.ts'
import { listIpRanges, lookUpAddress } from './ip-ranges.ts'
import { getLog } from './log.ts'
import { getBasicPage, getCompliance } from './pages.ts'
import {
  getNotification,
  getPost,
  listAdvisories,
  listIncidents,
  listMaintenance,
  listNotifications,
} from './records.ts'
import { searchSite } from './search.ts'
import { getThreatFlows, getThreats } from './threats.ts'
import { getVersions } from './versions.ts'

/** The browser imports only the types, never the schemas. */
export const publicReads = {
  '/api/global': getGlobal,
  '/api/edition': getEdition,
  '/api/cloud-banner': getCloudBanner,
  '/api/cloud-status': getCloudStatus,
  '/api/verdict': getVerdict,
  '/api/dc_map/:cloud': getDataCenterMap,
  '/api/place': getPlace,
  '/api/availability': getAvailability,
  '/api/how-we-inform': getInforming,
  '/api/incident': listIncidents,
  '/api/maintenance': listMaintenance,
  '/api/advisory': listAdvisories,
  '/api/notifications': listNotifications,
  '/api/calendar': getCalendar,
  '/api/posts/:id': getPost,
  '/api/posts/:id/versions': getVersions,
  '/api/notification/:id/:cloud': getNotification,
  '/api/basic-page/:page': getBasicPage,
  '/api/compliance': getCompliance,
  '/api/ip-ranges': listIpRanges,
  '/api/ip-lookup': lookUpAddress,
  '/api/search': searchSite,
  '/api/for-machines': getForMachines,
  '/api/log': getLog,
  '/api/follow/choice': getFollowChoice,
  '/api/threats': getThreats,
  '/api/threat-flows': getThreatFlows,
}

type PublicReads = typeof publicReads
export type ReadPath = keyof PublicReads
export type ReadInput<P extends ReadPath> = InputOf<PublicReads[P]>
export type ReadAnswer<P extends ReadPath> = AnswerOf<PublicReads[P]>

/** How a page reads its data: in-process on the server, by fetch in the browser. */
export type Read = <P extends ReadPath>(path: P, input: ReadInput<P>) => Promise<ReadAnswer<P>>
