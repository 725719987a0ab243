import { availabilityFamily } from './availability/availability-family.ts'
import { badgesFamily } from './badges/badges-family.ts'
import { calendarFamily } from './calendar/calendar-family.ts'
import { csafFamily } from './csaf/csaf-family.ts'
import type { DocumentFamily } from './document.ts'
import { googleFamily } from './google/google-family.ts'
import { informingFamily } from './informing/informing-family.ts'
import { ipRangesFamily } from './ip-ranges/ip-ranges-family.ts'
import { llmsFamily } from './llms/llms-family.ts'
import { securityTxtFamily } from './security-txt/security-txt-family.ts'
import { statuspageFamily } from './statuspage/statuspage-family.ts'
import { widgetFamily } from './widget/widget-family.ts'

export const DOCUMENT_FAMILIES: readonly DocumentFamily[] = [
  badgesFamily,
  llmsFamily,
  widgetFamily,
  calendarFamily,
  googleFamily,
  ipRangesFamily,
  availabilityFamily,
  informingFamily,
  statuspageFamily,
  csafFamily,
  securityTxtFamily,
]

export const DOCUMENT_ROUTES = DOCUMENT_FAMILIES.flatMap(({ routes }) => routes)
