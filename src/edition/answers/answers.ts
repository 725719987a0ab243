import type { ReadPath } from '../../contract/public-reads.ts'
import type { Answerer } from './answer-outcome.ts'
import { availabilityAnswer, placeAnswer } from './availability-answers.ts'
import { calendarAnswer } from './calendar-answer.ts'
import { cloudStatusAnswer } from './cloud-status-answer.ts'
import { dataCenterMapAnswer } from './data-center-map-answer.ts'
import { editionAnswer } from './edition-answer.ts'
import { followChoiceAnswer } from './follow-answer.ts'
import { forMachinesAnswer } from './for-machines-answer.ts'
import { cloudBannerAnswer, globalAnswer } from './global-answer.ts'
import { informingAnswer } from './informing-answer.ts'
import { ipLookupAnswer, ipRangesAnswer } from './ip-range-answers.ts'
import { advisoriesAnswer, incidentsAnswer, maintenanceAnswer, notificationsAnswer } from './list-answers.ts'
import { logAnswer } from './log-answer.ts'
import { basicPageAnswer, complianceAnswer } from './page-answers.ts'
import { notificationAnswer, postAnswer } from './record-answers.ts'
import { searchAnswer } from './search-answer.ts'
import { threatFlowsAnswer, threatsAnswer } from './threat-answers.ts'
import { verdictAnswer } from './verdict-answer.ts'
import { versionsAnswer } from './versions-answer.ts'

export const answers: { [P in ReadPath]: Answerer<P> } = {
  '/api/global': globalAnswer,
  '/api/edition': editionAnswer,
  '/api/cloud-banner': cloudBannerAnswer,
  '/api/cloud-status': cloudStatusAnswer,
  '/api/verdict': verdictAnswer,
  '/api/dc_map/:cloud': dataCenterMapAnswer,
  '/api/place': placeAnswer,
  '/api/availability': availabilityAnswer,
  '/api/how-we-inform': informingAnswer,
  '/api/incident': incidentsAnswer,
  '/api/maintenance': maintenanceAnswer,
  '/api/advisory': advisoriesAnswer,
  '/api/notifications': notificationsAnswer,
  '/api/calendar': calendarAnswer,
  '/api/posts/:id': postAnswer,
  '/api/posts/:id/versions': versionsAnswer,
  '/api/notification/:id/:cloud': notificationAnswer,
  '/api/basic-page/:page': basicPageAnswer,
  '/api/compliance': complianceAnswer,
  '/api/ip-ranges': ipRangesAnswer,
  '/api/ip-lookup': ipLookupAnswer,
  '/api/search': searchAnswer,
  '/api/for-machines': forMachinesAnswer,
  '/api/log': logAnswer,
  '/api/follow/choice': followChoiceAnswer,
  '/api/threats': threatsAnswer,
  '/api/threat-flows': threatFlowsAnswer,
}
