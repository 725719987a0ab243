import { Type } from 'typebox'
import {
  IMPORT_BYTES_AT_MOST,
  StatuspageAsked,
  StatuspageSaid,
  SubscribersAsked,
  SubscribersSaid,
  ThreatsAsked,
  ThreatsSaid,
} from '../imports.ts'
import { v1Call } from './v1-call.ts'

const TAG = 'Automation: imports'
const ACCESS = 'token:imports:write'
const description =
  'First call without `plan`: nothing changes, and the answer describes the result and names a `plan`. Then repeat the call with it.'
const bodyLimit = IMPORT_BYTES_AT_MOST

export const v1ImportCalls = {
  'POST /api/v1/imports/statuspage': v1Call({
    summary: 'Components, incidents and maintenances of a Statuspage; no one is notified',
    description,
    tag: TAG,
    access: ACCESS,
    cost: 'bulk',
    body: StatuspageAsked,
    bodyLimit,
    answer: Type.Object({ data: StatuspageSaid }),
  }),
  'POST /api/v1/imports/subscribers': v1Call({
    summary: 'Subscribers of a Statuspage, from its CSV',
    description,
    tag: TAG,
    access: ACCESS,
    cost: 'bulk',
    body: SubscribersAsked,
    bodyLimit,
    answer: Type.Object({ data: SubscribersSaid }),
  }),
  'POST /api/v1/imports/threats': v1Call({
    summary: 'Figures of blocked threats, from a CSV',
    description,
    tag: TAG,
    access: ACCESS,
    cost: 'bulk',
    body: ThreatsAsked,
    bodyLimit,
    answer: Type.Object({ data: ThreatsSaid }),
  }),
}
