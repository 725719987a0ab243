import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { emptyContent } from '../../src/domain/newsroom/empty-content.ts'
import type { RecordContent } from '../../src/domain/newsroom/record-content.ts'
import { isShort } from '../size.ts'
import { type AccountSite, accountSite } from '../support/account-site.ts'
import { demoCloud } from '../support/demo-cloud.ts'
import { HOSTILE_HTML, PAYLOAD } from '../support/hostile-html.ts'
import { makeAccount } from '../support/make-account.ts'
import { incidentOn, newsroomStaff, publicText, type Staff } from '../support/newsroom.ts'
import type { SmallCloud } from '../support/small-site.ts'
import { CLOUD, OTHER_CLOUD } from '../support/subscriber.ts'

const TYPED = 'TYPEDCANARY'

let site: AccountSite
let cloud: SmallCloud
let staff: Staff
let id: number

beforeAll(async () => {
  site = await accountSite()
  cloud = await demoCloud(site.database.db, CLOUD)
  staff = await newsroomStaff(site)
  ;({ id } = await staff.create(incidentOn(cloud)))
})

afterAll(() => site.stop())

describe('Z-02 the preview', () => {
  test('the page preview is the page itself, with the typed text', async () => {
    const html = await preview(
      'page',
      incidentOn(cloud, { title: `Sign-in ${TYPED}`, body: '<p>Since <b>ten</b>.</p>' }),
    )
    expect(html).toContain(`Sign-in ${TYPED}`)
    expect(html).toContain('<p>Since <b>ten</b>.</p>')
    expect(html).toContain('<base target="_blank">')
    expect(html).not.toMatch(/<script|modulepreload/)
    expect(html).toMatch(/^<!doctype html>/)
  })

  test('the timeline preview has the incident in its week', async () => {
    const html = await preview('timeline', incidentOn(cloud, { title: `Now ${TYPED}` }))
    expect(html).toContain(`Now ${TYPED}`)
    const weeksAgo = new Date(site.clock.now.getTime() - 17 * 86_400_000).toISOString()
    const then = await preview(
      'timeline',
      incidentOn(cloud, {
        title: `Then ${TYPED}`,
        from_time: weeksAgo,
        to_time: weeksAgo,
        status_id: 5,
        closed_on: weeksAgo,
      }),
    )
    expect(then).toContain(`Then ${TYPED}`)
  })

  test.skipIf(isShort)('the timeline preview of a kind without a timeline shows its list', async () => {
    const maintenance = {
      ...emptyContent({ kind: 'maintenance' }),
      title: `Routers ${TYPED}`,
      clouds: [cloud.id],
      from_time: '2015-01-01T00:00:00.000Z',
      to_time: '2015-01-01T04:00:00.000Z',
    }
    expect(await preview('timeline', maintenance)).toContain(`Routers ${TYPED}`)
    const notification = {
      ...emptyContent({ kind: 'notification', notificationType: 'sub_processor' }),
      title: `Processor ${TYPED}`,
    } as RecordContent
    expect(await preview('timeline', notification)).toContain(`Processor ${TYPED}`)
    expect(await preview('page', notification)).toContain(`Processor ${TYPED}`)
  })

  test('the mail preview is the mail as it would be sent', async () => {
    const html = await preview('mail', incidentOn(cloud, { title: `Mail ${TYPED}` }))
    expect(html).toContain(`Mail ${TYPED}`)
    expect(html).toContain('New incident on northwall.net')
    expect(html).toContain('/unsubscribe')
    expect(html).not.toMatch(/[0-9a-f]{16}ctoken/)
    // The policy of the embedding page blocks these.
    expect(html).not.toMatch(/<style| style="/)
  })

  test.skipIf(isShort)('uses the requested cloud, and rejects an unknown one', async () => {
    const other = await demoCloud(site.database.db, OTHER_CLOUD)
    const content = incidentOn(cloud, { clouds: [cloud.id, other.id] })
    expect(await preview('page', content, OTHER_CLOUD)).toContain(other.domain)
    const post = (of: object) =>
      staff.post(`/api/admin/records/${id}/preview`, { content, view: 'page', ...of })
    expect((await post({ cloud: 'nowhere' })).statusCode).toBe(404)
    expect((await post({ content: incidentOn(cloud, { clouds: [] }) })).json()).toMatchObject({
      errors: { clouds: 'Choose a cloud to see how it looks there.' },
    })
    const gone = await staff.post('/api/admin/records/2000000000/preview', { content, view: 'page' })
    expect(gone.statusCode).toBe(404)
  })

  test('shows what there is of an unfinished record', async () => {
    const { internal } = incidentOn(cloud)
    const html = await preview(
      'page',
      incidentOn(cloud, {
        internal: { ...internal, jira_link: 'HTTPS://jira.example/1' },
        title: '',
        services: [2_000_000],
        status_id: 2_000_000,
        to_time: 'later',
        redirect: '/faq',
      }),
    )
    expect(html).toContain('Untitled')
  })

  test('contains no script, whatever was typed', async () => {
    const body = HOSTILE_HTML.join('')
    const hostile = `<script>${PAYLOAD}</script>`
    for (const view of ['page', 'timeline', 'mail'] as const) {
      const html = await preview(view, incidentOn(cloud, { title: hostile, summary: hostile, body }))
      expect(html).not.toMatch(/<script|<iframe|<object|\son\w+=/i)
    }
  })

  test('leaves nothing behind in database, cache or log', async () => {
    const before = await staff.read(id)
    await preview('page', incidentOn(cloud, { title: `Gone ${TYPED}`, clouds: [cloud.id] }))
    expect(await staff.read(id)).toEqual(before)
    expect(await publicText(site, { id, cloud })).not.toContain(TYPED)
    for (const url of [
      `/${cloud.domain}/posts/${id}`,
      `/${cloud.domain}/cloud-status`,
      `/${cloud.domain}/incidents`,
    ])
      expect((await site.app.inject(url)).body).not.toContain(TYPED)
    expect(JSON.stringify(site.log)).not.toContain(TYPED)
  })
})

describe('Z-03 the recipient count', () => {
  test('is computed for the draft, and leaves nothing behind', async () => {
    const other = await demoCloud(site.database.db, OTHER_CLOUD)
    const { uid } = await makeAccount(site.database.db)
    await site.database.db
      .insertInto('subscriptions')
      .values({ user_id: uid, scope: 'service', cloud_id: other.id, tid: other.service })
      .execute()
    const record = await staff.create(incidentOn(cloud))
    const published = await staff.published(record.id, record.version, { notifies: false })
    const before = await recipients(record.id, { draft: true })
    await staff.saved(record.id, published.version, {
      ...published.content,
      clouds: [cloud.id, other.id],
      services: [cloud.service, other.service],
    })
    expect((await recipients(record.id, { draft: true })) - before).toBe(1)
    // An update doesn't publish these changes.
    expect((await recipients(record.id, { draft: false })) - before).toBe(0)
    expect((await staff.read(record.id)).content.clouds).toEqual([cloud.id])
  })

  test('is only for those who edit records or see deliveries', async () => {
    const asked = async (role: Parameters<typeof newsroomStaff>[1]) =>
      (await (await newsroomStaff(site, role)).get(`/api/admin/records/${id}/recipients`)).statusCode
    expect(await asked('blog_editor')).toBe(200)
    expect(await asked('customer_success_manager')).toBe(200)
    // For these, the draft doesn't exist.
    expect(await asked('legal_team')).toBe(404)
    expect(await asked('jab_compliance')).toBe(404)
  })
})

async function recipients(recordId: number, { draft }: { draft: boolean }) {
  const answer = await staff.get(`/api/admin/records/${recordId}/recipients?step=updated&draft=${draft}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ data: { people: number } }>().data.people
}

async function preview(view: 'page' | 'timeline' | 'mail', content: RecordContent, on?: string) {
  const answer = await staff.post(`/api/admin/records/${id}/preview`, {
    content,
    view,
    ...(on !== undefined && { cloud: on }),
  })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ data: { html: string } }>().data.html
}
