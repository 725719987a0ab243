import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ListMessageRow } from '../../src/contract/admin/site/list-messages.ts'
import type { FaqRow, PolicyRow } from '../../src/contract/admin/site/pages.ts'
import type { Schedule } from '../../src/contract/admin/site/schedules.ts'
import type { MaintenanceSettings, ProviderSettings } from '../../src/contract/admin/site/settings.ts'
import type { ThreatDayCounts } from '../../src/contract/admin/site/threat-days.ts'
import type { Global } from '../../src/contract/global.ts'
import type { ReadAnswer } from '../../src/contract/public-reads.ts'
import type { ListResponse } from '../../src/contract/records.ts'
import { currentEdition } from '../../src/db/edition.ts'
import { isShort } from '../size.ts'
import { type AccountSite, accountSite } from '../support/account-site.ts'
import { readPublic, type SiteEditor, showNewest, siteEditor } from '../support/site-editor.ts'

let site: AccountSite
let editor: SiteEditor
let cloudId: number

beforeAll(async () => {
  site = await accountSite()
  editor = await siteEditor(site)
  cloudId = (await editor.list('clouds'))[0]?.id ?? 0
})

afterAll(() => site.stop())

interface BasicPage {
  page_content: { title: string; body: string }
}

describe('Z-04 the FAQ', () => {
  test('is edited by question: one changed answer changes nothing else', async () => {
    const before = (await readPublic<BasicPage>(site, '/api/basic-page/faq')).page_content.body
    const faq = await faqOfAll()
    const question = faq.sections[0]?.questions[0]
    if (question === undefined) throw new Error('The demo has no question.')
    const old = question.answer
    question.answer = '<p>Look at the address.</p><script>alert(1)</script>'
    await saveFaq(faq)
    const after = (await readPublic<BasicPage>(site, '/api/basic-page/faq')).page_content.body
    expect(after).toBe(before.replace(old, '<p>Look at the address.</p>'))
  })

  test.skipIf(isShort)('keeps its links when a question or a section is reworded or moved', async () => {
    const faq = await faqOfAll()
    const ids = faq.sections.map(({ id }) => id)
    const [first, ...others] = faq.sections
    if (first === undefined) throw new Error('The demo has no section.')
    first.title = 'Reading & more'
    await saveFaq({ ...faq, sections: [...others, first] })
    const after = await faqOfAll()
    expect(after.sections.map(({ id }) => id)).toEqual([...ids.slice(1), ids[0]])
    expect(after.sections.at(-1)?.title).toBe('Reading & more')
    const { body } = (await readPublic<BasicPage>(site, '/api/basic-page/faq')).page_content
    expect(body).toContain(`<h2 id="${ids[0]}">Reading &amp; more</h2>`)
  })

  test.skipIf(isShort)('of one cloud replaces the shared one until it is removed', async () => {
    const own = await editor.create('faq', {
      cloud_id: cloudId,
      title: 'Our questions',
      intro: '<p>Only here.</p>',
      sections: [],
    })
    const url = '/api/basic-page/faq?cloud=northwall_net'
    expect(await readPublic(site, url)).toEqual({
      page_content: { title: 'Our questions', body: '<p>Only here.</p>' },
    })
    expect((await editor.remove('faq', own)).kind).toBe('removed')
    expect((await readPublic<BasicPage>(site, url)).page_content.title).not.toBe('Our questions')
  })

  test('with two identical anchors is rejected', async () => {
    const faq = await faqOfAll()
    const twice = { id: 'same', question: 'Why?', answer: '' }
    const sections = [{ id: null, title: 'A', intro: '', questions: [twice, twice] }]
    const { version, cloud_id, title, intro } = faq
    expect(
      await editor.wrong(`faq/${faq.id}`, { version, values: { cloud_id, title, intro, sections } }),
    ).toEqual({ sections: 'Two of these have the same address.' })
  })

  async function faqOfAll() {
    const faq = (await editor.list<FaqRow>('faq')).find(({ cloud_id }) => cloud_id === null)
    if (faq === undefined) throw new Error('The demo has no FAQ.')
    return faq
  }

  function saveFaq({ id, version, cloud_id, title, intro, sections }: FaqRow) {
    return editor.done(`faq/${id}`, { version, values: { cloud_id, title, intro, sections } })
  }
})

test('Z-04 a policy is sanitized when saved', async () => {
  const [policy] = await editor.list<PolicyRow>('policies')
  if (policy === undefined) throw new Error('The demo has no policy.')
  const { id, version, slug, cloud_id, title } = policy
  const body = '<p onclick="x()">Few <a href="javascript:x()">cookies</a>.</p><iframe src="/x"></iframe>'
  const saved = await editor.done<PolicyRow>(`policies/${id}`, {
    version,
    values: { slug, cloud_id, title, body },
  })
  expect(saved.body).toBe('<p>Few cookies.</p>')
  expect((await readPublic<BasicPage>(site, '/api/basic-page/cookie-policy')).page_content.body).toBe(
    saved.body,
  )
  const entry = await editor.audit()
  expect(entry.after).toEqual({ body: saved.body })
})

test("L-12, Z-05 editors of a list's records edit its top message, by cloud", async () => {
  const topMessage = async (path: string) => (await readPublic<ListResponse>(site, path)).topMessage
  const here = '/api/maintenance?cloud=northwall_net'
  const elsewhere = '/api/maintenance?cloud=northwall_two_net'
  expect([await topMessage(here), await topMessage(elsewhere)]).toEqual(['', ''])

  const blogger = await siteEditor(site, ['blog_editor'])
  const values = {
    list: 'maintenance',
    cloud_id: null,
    body: '<p onclick="x()">No work on <b>holidays</b>.</p>',
  }
  const everywhere = await blogger.done<ListMessageRow>('list-messages', { values })
  const own = { ...values, cloud_id: cloudId, body: '<p>Only in <em>emergencies</em>.</p>' }
  const { id, version } = await blogger.done<ListMessageRow>('list-messages', { values: own })
  expect(await topMessage(here)).toBe(own.body)
  expect(await topMessage(elsewhere)).toBe(everywhere.body)
  expect(everywhere.body).not.toContain('onclick')
  expect((await site.app.inject('/northwall.net/maintenance')).body).toContain(own.body)
  expect(await topMessage('/api/incident?cloud=northwall_net')).toBe('')

  const emptied = { version, values: { ...own, body: '<p></p>' } }
  await blogger.done(`list-messages/${id}`, emptied)
  expect([await topMessage(here), await topMessage(elsewhere)]).toEqual(['', everywhere.body])
  expect((await editor.list<PolicyRow>('policies')).map(({ slug }) => slug)).toEqual(['cookie-policy'])

  const others = { ...values, list: 'url_change_notification' }
  expect((await blogger.post('list-messages', { values: others })).statusCode).toBe(403)
  const url = await siteEditor(site, ['url_editor'])
  expect(await url.wrong('list-messages', { values: { ...others, cloud_id: cloudId } })).toEqual({
    cloud_id: 'This list is the same on every cloud.',
  })
  await url.done('list-messages', { values: others })
  expect(await topMessage('/api/notifications')).toBe(everywhere.body)
})

describe('Z-04 the weekly update schedule', () => {
  const CELLS = Array.from({ length: 7 }, (_, day) => ({
    value: day === 6 ? '22:00 – 04:00' : '',
    class_name: day === 6 ? 'window' : 'none',
  }))

  test('is saved as a whole, and readers see it', async () => {
    const schedule = await scheduleOfCloud()
    const rows = [{ title: ' New  region ', cells: CELLS }, ...schedule.rows.toReversed()]
    const saved = await editor.done<Schedule>(`schedules/${cloudId}`, { version: schedule.version, rows })
    expect(saved.rows[0]).toEqual({ title: 'New region', cells: CELLS })
    expect(saved.rows.slice(1)).toEqual(schedule.rows.toReversed())
    expect(await scheduleOfCloud()).toEqual(saved)
    const { maintenanceSchedule } = await readPublic<{
      maintenanceSchedule: { regions: { title: string; data: object[] }[] }
    }>(site, '/api/maintenance?cloud=northwall_net')
    expect(maintenanceSchedule.regions[0]).toEqual({
      title: 'New region',
      data: CELLS.map(({ value, class_name }) => ({ value, className: class_name })),
    })
    expect(await editor.audit()).toMatchObject({
      action: 'change',
      entity: 'schedule',
      entity_id: String(cloudId),
      before: { rows: schedule.rows },
      after: { rows: saved.rows },
    })
  })

  test('Z-07 changed by someone else is rejected', async () => {
    const { version, rows } = await scheduleOfCloud()
    await editor.done(`schedules/${cloudId}`, { version, rows: rows.slice(1) })
    expect((await editor.post(`schedules/${cloudId}`, { version, rows: [] })).statusCode).toBe(409)
    expect((await scheduleOfCloud()).rows).toEqual(rows.slice(1))
  })

  test('needs a unique name per row, and seven days', async () => {
    const { version } = await scheduleOfCloud()
    const save = (rows: object[]) => editor.post(`schedules/${cloudId}`, { version, rows })
    const row = { title: 'Europe', cells: CELLS }
    expect((await save([row, row])).json().errors).toEqual({ rows: 'Two rows have the same region.' })
    expect((await save([{ ...row, title: ' ' }])).json().errors).toEqual({
      rows: 'Please name the region of every row.',
    })
    expect((await save([{ ...row, cells: CELLS.slice(1) }])).statusCode).toBe(400)
    expect((await editor.post('schedules/999999', { version, rows: [] })).statusCode).toBe(404)
  })

  async function scheduleOfCloud() {
    const schedule = (await editor.list<Schedule>('schedules')).find(({ cloud_id }) => cloud_id === cloudId)
    if (schedule === undefined) throw new Error('The cloud has no schedule.')
    return schedule
  }
})

describe('Z-04 settings', () => {
  test.skipIf(isShort)('the provider can be renamed, and readers see it', async () => {
    const { version, ...values } = await setting<ProviderSettings>('provider')
    const administrator = await siteEditor(site, ['administrator'])
    const saved = await administrator.done<ProviderSettings>('provider', {
      version,
      values: { ...values, name: 'Southwall', staff_domains: ['Southwall.example ', 'southwall.example'] },
    })
    expect(saved).toEqual({
      ...values,
      name: 'Southwall',
      staff_domains: ['southwall.example'],
      version: version + 1,
    })
    expect((await readPublic<Global>(site, '/api/global')).provider.name).toBe('Southwall')
    expect((await editor.post('provider', { version, values })).statusCode).toBe(409)
    expect(await editor.audit()).toMatchObject({
      entity: 'setting',
      entity_id: 'provider',
      before: { name: 'Northwall' },
      after: { name: 'Southwall' },
    })
  })

  test('an invalid URL, domain or name is rejected', async () => {
    const { version, ...values } = await setting<ProviderSettings>('provider')
    expect(
      await editor.wrong('provider', {
        version,
        values: {
          ...values,
          name: '',
          help_url: 'http://help.example',
          feedback_email: 'feedback?bcc=eve@evil.example',
          security_contact: 'http://security.example',
          staff_domains: ['a b'],
        },
      }),
    ).toEqual({
      name: 'Please name the provider.',
      help_url: 'Please enter an https address.',
      feedback_email: 'Please enter an address, such as feedback@example.com.',
      security_contact: 'Please enter mailto: with an address, or an https address.',
      staff_domains: 'a b is not a domain, such as example.com.',
    })
  })

  test.skipIf(isShort)(
    'the promised update interval reaches readers; an editor of the previous version keeps it',
    async () => {
      const { version, update_every_hours: promised, ...before } = await setting<ProviderSettings>('provider')
      expect(promised).toBe(2)
      const wrong = { version, values: { ...before, update_every_hours: 1.5 } }
      expect(await editor.wrong('provider', wrong)).toEqual({
        update_every_hours: 'Please enter whole hours, from 1 to 168, or leave this empty.',
      })
      const values = { ...before, update_every_hours: 6 }
      const saved = await editor.done<ProviderSettings>('provider', { version, values })
      const again = await editor.done<ProviderSettings>('provider', {
        version: saved.version,
        values: { ...before, help_url: 'https://help.northwall.example/newer' },
      })
      expect(again.update_every_hours).toBe(6)
      expect((await readPublic<Global>(site, '/api/global')).provider.update_every_hours).toBe(6)
      const none = { version: again.version, values: { ...before, update_every_hours: null } }
      expect(await editor.done<ProviderSettings>('provider', none)).toMatchObject({
        update_every_hours: null,
      })
      expect((await readPublic<Global>(site, '/api/global')).provider.update_every_hours).toBeNull()
    },
  )

  // The short run covers the goals of how-we-inform.test.ts.
  test.skipIf(isShort)(
    'goals for informing readers can become stricter immediately, and never change for the past',
    async () => {
      const { version, ...before } = await setting<ProviderSettings>('provider')
      const month = site.clock.now.toISOString().slice(0, 'yyyy-mm'.length)
      const goals = (minutes: number) => [...(before.publish_goals ?? []), { from: month, minutes }]
      const send = (values: Partial<ProviderSettings>) => ({ version, values: { ...before, ...values } })
      expect(
        await editor.wrong(
          'provider',
          send({ publish_goals: goals(90), promise_goals: [{ from: month, percent: 95 }] }),
        ),
      ).toEqual({
        publish_goals:
          'The goal of this month can only be lowered. A higher one can count from next month on.',
        promise_goals: 'Months that are over keep their goal. A change can count from this month on.',
      })
      const saved = await editor.done<ProviderSettings>('provider', send({ publish_goals: goals(5) }))
      expect(saved.publish_goals).toEqual(goals(5))
      const answer = await readPublic<ReadAnswer<'/api/how-we-inform'>>(
        site,
        '/api/how-we-inform?cloud=northwall_net',
      )
      expect(answer.data.goals.publish).toEqual(goals(5))
    },
  )

  test('security.txt names the contact; an editor of the previous version keeps it', async () => {
    const { version, security_contact: _, ...before } = await setting<ProviderSettings>('provider')
    const values = { ...before, security_contact: 'https://northwall.example/report' }
    const saved = await editor.done<ProviderSettings>('provider', { version, values })
    const again = await editor.done<ProviderSettings>('provider', {
      version: saved.version,
      values: { ...before, help_url: 'https://help.northwall.example/new' },
    })
    expect(again).toMatchObject({
      help_url: 'https://help.northwall.example/new',
      security_contact: 'https://northwall.example/report',
    })
    await showNewest(site)
    const { body } = await site.app.inject('/.well-known/security.txt')
    expect(body).toContain('Contact: https://northwall.example/report\n')
  })

  test('the whole site is closed for a while and opened again', async () => {
    const closed = await setting<MaintenanceSettings>('maintenance')
    expect(closed.is_on).toBe(false)
    const on = await editor.done<MaintenanceSettings>('maintenance', {
      version: closed.version,
      values: { is_on: true, message: 'Back at noon.', ends_at: '2026-11-16T12:00:00Z' },
    })
    expect(on).toMatchObject({ is_on: true, ends_at: '2026-11-16T12:00:00.000Z' })
    await showNewest(site)
    expect((await site.app.inject({ url: '/northwall.net' })).statusCode).toBe(503)
    const { version, ...values } = on
    expect((await editor.post('maintenance', { version: 0, values })).statusCode).toBe(409)
    await editor.done('maintenance', { version, values: { ...values, is_on: false } })
    await showNewest(site)
    expect((await site.app.inject({ url: '/api/edition' })).statusCode).toBe(200)
    expect((await site.app.inject({ url: '/api/calendar?cloud=northwall_net' })).statusCode).not.toBe(503)
  })

  async function setting<Data>(name: string) {
    return (await editor.get(name)).json<{ data: Data }>().data
  }
})

describe('Z-04 threat figures', () => {
  interface Days {
    data: ThreatDayCounts[]
    total: number
    current_page: number
    total_pages: number
  }

  test.skipIf(isShort)('are listed by day, newest first, with paging', async () => {
    const first = (await editor.get('threats')).json<Days>()
    expect(first.data.length).toBe(31)
    expect(first.total_pages).toBe(Math.ceil(first.total / 31))
    const second = (await editor.get('threats?page=1')).json<Days>()
    const days = [...first.data, ...second.data].map(({ day }) => day)
    expect(days).toEqual(days.toSorted().reverse())
    const newest = first.data[0]
    const { blocked } = await site.database.db
      .selectFrom('threat_counts')
      .where('day', '=', newest?.day ?? '')
      .select((eb) => eb.fn.sum<number>('blocked').as('blocked'))
      .executeTakeFirstOrThrow()
    expect(newest?.blocked).toBe(Number(blocked))
  })

  test('of a day are removed, and readers see the previous day', async () => {
    const before = (await editor.get('threats')).json<Days>()
    const [newest, next] = before.data
    const { threatNumber, siteNumber } = await currentEdition(site.database.db)
    expect(await editor.done(`threats/${newest?.day}/remove`, {})).toEqual(newest)
    const after = (await editor.get('threats')).json<Days>()
    expect([after.total, after.data[0]?.day]).toEqual([before.total - 1, next?.day])
    const numbers = await currentEdition(site.database.db)
    expect([numbers.threatNumber > threatNumber, numbers.siteNumber]).toEqual([true, siteNumber])
    expect(await editor.audit()).toMatchObject({
      action: 'remove',
      entity: 'threat-day',
      entity_id: newest?.day,
    })
    expect((await editor.post(`threats/${newest?.day}/remove`)).statusCode).toBe(404)
    expect((await editor.post('threats/2026-13-45/remove')).statusCode).toBe(400)
  })
})
