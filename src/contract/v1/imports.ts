import { Type } from 'typebox'
import {
  IMPORT_BYTES_AT_MOST,
  LeftOutLine,
  OneImport,
  StatuspageAsked,
  StatuspageSaid,
  SubscriberImport,
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
    summary: 'Import components, incidents and maintenance of a Statuspage; no one is notified',
    description,
    tag: TAG,
    access: ACCESS,
    cost: 'bulk',
    body: StatuspageAsked,
    bodyLimit,
    answer: Type.Object({ data: StatuspageSaid }),
  }),
  'POST /api/v1/imports/subscribers': v1Call({
    summary: 'Import subscribers of another page from a CSV file',
    description: `${description} That call answers 202 with a \`job\`: the import continues in the background, however long it takes. Poll it until it has ended. Sending the same file again while it waits or runs answers the same job.`,
    tag: TAG,
    access: ACCESS,
    cost: 'bulk',
    body: SubscribersAsked,
    bodyLimit,
    answer: Type.Object({ data: SubscribersSaid }),
    goesOn: true,
  }),
  'GET /api/v1/imports/subscribers/:id': v1Call({
    summary: 'An import of subscribers and its progress',
    tag: TAG,
    access: ACCESS,
    params: OneImport,
    answer: Type.Object({ data: SubscriberImport }),
  }),
  'GET /api/v1/imports/subscribers/:id/left-out': v1Call({
    summary: 'All lines that an import of subscribers left out, with the reason',
    tag: TAG,
    access: ACCESS,
    cost: 'query',
    params: OneImport,
    answer: Type.Object({ data: Type.Array(LeftOutLine) }),
  }),
  'POST /api/v1/imports/subscribers/:id/cancel': v1Call({
    summary: 'Cancel an import of subscribers',
    description: 'Accounts that it already added stay, and are still asked to confirm. 409: it has ended.',
    tag: TAG,
    access: ACCESS,
    params: OneImport,
    answer: Type.Object({ data: SubscriberImport }),
  }),
  'POST /api/v1/imports/threats': v1Call({
    summary: 'Import figures of blocked threats from a CSV file',
    description: `${description} A token that is limited to clouds gets 403: the figures are about all clouds.`,
    tag: TAG,
    access: ACCESS,
    cost: 'bulk',
    body: ThreatsAsked,
    bodyLimit,
    answer: Type.Object({ data: ThreatsSaid }),
  }),
}
