import { Type } from 'typebox'
import { call } from '../call.ts'
import {
  IMPORT_BYTES_AT_MOST,
  OneImport,
  StatuspageAsked,
  StatuspageSaid,
  SubscriberImport,
  SubscribersAsked,
  SubscribersSaid,
  ThreatsAsked,
  ThreatsSaid,
} from '../imports.ts'

const TAG = 'Staff: imports'
const bodyLimit = IMPORT_BYTES_AT_MOST

export const importCalls = {
  'POST /api/admin/imports/statuspage': call({
    summary: 'Import components, incidents and maintenance of a Statuspage; no one is notified',
    tag: TAG,
    access: 'import-content',
    cost: 'bulk',
    body: StatuspageAsked,
    bodyLimit,
    answer: Type.Object({ data: StatuspageSaid }),
  }),
  'POST /api/admin/imports/subscribers': call({
    summary:
      'Import subscribers of another page from a CSV file. Without `plan`: a preview. With it: 202, and the import continues in the background',
    tag: TAG,
    access: 'import-content',
    cost: 'bulk',
    body: SubscribersAsked,
    bodyLimit,
    answer: Type.Object({ data: SubscribersSaid }),
    goesOn: true,
  }),
  'GET /api/admin/imports/subscribers': call({
    summary: 'Imports of subscribers with their progress: unfinished ones first, then the newest',
    tag: TAG,
    access: 'import-content',
    answer: Type.Object({ data: Type.Array(SubscriberImport) }),
  }),
  'POST /api/admin/imports/subscribers/:id/cancel': call({
    summary:
      'Cancel an import of subscribers. Accounts that it already added stay, and are still asked to confirm. 409: it has ended',
    tag: TAG,
    access: 'import-content',
    params: OneImport,
    answer: Type.Object({ data: SubscriberImport }),
  }),
  'POST /api/admin/imports/threats': call({
    summary: 'Import figures of blocked threats from a CSV file',
    tag: TAG,
    access: 'edit-site',
    cost: 'bulk',
    body: ThreatsAsked,
    bodyLimit,
    answer: Type.Object({ data: ThreatsSaid }),
  }),
}
