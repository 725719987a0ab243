import { Type } from 'typebox'
import { call } from '../call.ts'
import {
  IMPORT_BYTES_AT_MOST,
  StatuspageAsked,
  StatuspageSaid,
  SubscribersAsked,
  SubscribersSaid,
  ThreatsAsked,
  ThreatsSaid,
} from '../imports.ts'

const TAG = 'Staff: imports'
const bodyLimit = IMPORT_BYTES_AT_MOST

export const importCalls = {
  'POST /api/admin/imports/statuspage': call({
    summary: 'Components, incidents and maintenances of a Statuspage; no one is notified',
    tag: TAG,
    access: 'import-content',
    cost: 'bulk',
    body: StatuspageAsked,
    bodyLimit,
    answer: Type.Object({ data: StatuspageSaid }),
  }),
  'POST /api/admin/imports/subscribers': call({
    summary: 'Subscribers of a Statuspage, from its CSV',
    tag: TAG,
    access: 'import-content',
    cost: 'bulk',
    body: SubscribersAsked,
    bodyLimit,
    answer: Type.Object({ data: SubscribersSaid }),
  }),
  'POST /api/admin/imports/threats': call({
    summary: 'Figures of blocked threats, from a CSV',
    tag: TAG,
    access: 'edit-site',
    cost: 'bulk',
    body: ThreatsAsked,
    bodyLimit,
    answer: Type.Object({ data: ThreatsSaid }),
  }),
}
