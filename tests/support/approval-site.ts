import { randomUUID } from 'node:crypto'
import type { AdminRecord } from '../../src/contract/admin/record-content.ts'
import { writeSetting } from '../../src/db/site-editing/settings.ts'
import { SCOPES } from '../../src/domain/access.ts'
import type { ApprovalRules } from '../../src/domain/newsroom/approval.ts'
import { emptyContent } from '../../src/domain/newsroom/empty-content.ts'
import type { RecordContent } from '../../src/domain/newsroom/record-content.ts'
import { automationSite } from './automation-site.ts'
import { demoCloud } from './demo-cloud.ts'
import { newsroomStaff, type Staff } from './newsroom.ts'
import type { SmallCloud } from './small-site.ts'
import { CLOUD, OTHER_CLOUD } from './subscriber.ts'

/** In the future, whenever this runs. */
export const LATER_YEAR = new Date().getUTCFullYear() + 2

export const OFF: ApprovalRules = { kinds: [], clouds: [], updates: false }
export const ALL: ApprovalRules = {
  kinds: ['incident', 'maintenance', 'advisory', 'notification'],
  clouds: [],
  updates: true,
}
export const ASK = { approval: { kind: 'ask', note: 'Please look' } }

export async function approvalSite() {
  const site = await automationSite()
  const { db } = site.database
  const ann = await newsroomStaff(site, 'trust_admin')
  return {
    site,
    cloud: await demoCloud(db, CLOUD),
    other: await demoCloud(db, OTHER_CLOUD),
    ann,
    ben: await newsroomStaff(site, 'trust_admin'),
    program: await site.program({ scopes: SCOPES.filter((scope) => scope !== 'approval:skip') }),
    rule: (value: ApprovalRules) =>
      db
        .transaction()
        .execute((trx) => writeSetting(trx, { key: 'approval', value: { ...value }, at: site.clock.now })),
    published: async (content: RecordContent): Promise<AdminRecord> => {
      const { id, version } = await ann.create(content)
      return ann.published(id, version)
    },
    publicationsOf: async (id: number) => (await site.publications(id)).length,
  }
}
export type ApprovalSite = Awaited<ReturnType<typeof approvalSite>>

export function maintenanceOn(at: SmallCloud): RecordContent {
  return {
    ...emptyContent({ kind: 'maintenance' }),
    title: 'Upgrade',
    summary: 'Short interruptions.',
    body: '<p>Upgrade.</p>',
    clouds: [at.id],
    services: [at.service],
    from_time: `${LATER_YEAR}-01-01T22:00:00.000Z`,
    to_time: `${LATER_YEAR}-01-02T02:00:00.000Z`,
  }
}

export const step = ({ edition }: AdminRecord) => ({
  body: '<p>News.</p>',
  notifies: false,
  edition,
  idempotency_key: randomUUID(),
})

export const decide = (staff: Staff, record: AdminRecord, what: string, payload: object = {}) =>
  staff.post(`/api/admin/records/${record.id}/approvals/${record.approval.request?.id}/${what}`, payload)
