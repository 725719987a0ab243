import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { prepareAccountMail } from '../../src/accounts/mails/prepare-account-mail.ts'
import type { Dashboard } from '../../src/contract/admin/dashboard.ts'
import type { RecordWatched } from '../../src/contract/admin/presence.ts'
import type { Team, TeamNote } from '../../src/contract/admin/team.ts'
import { OPEN_VAULT } from '../../src/db/at-rest/vault.ts'
import type { DB } from '../../src/db/database.ts'
import type { Role } from '../../src/domain/access.ts'
import { emptyContent } from '../../src/domain/newsroom/empty-content.ts'
import { TEAM_MAILS_PER_HOUR } from '../../src/publishing/team/write-comment.ts'
import { isShort } from '../size.ts'
import { type AccountSite, accountSite, SITE } from '../support/account-site.ts'
import { incidentOn, newsroomStaff, publicText } from '../support/newsroom.ts'
import { addSmallSite, type SmallCloud } from '../support/small-site.ts'
import { subscriber } from '../support/subscriber.ts'

const CANARY = 'NW-team-0b7f'
const SECRET = 'NW-embargo-93c1'

let site: AccountSite
let db: Kysely<DB>
let cloud: SmallCloud
let ada: Person
let ben: Person
let vera: Person
let urs: Person

type Person = Awaited<ReturnType<typeof person>>

beforeAll(async () => {
  site = await accountSite({ isEmpty: true })
  db = site.database.db
  cloud = (await addSmallSite(db)).alpha
  ada = await person('Ada Byron', 'blog_editor')
  ben = await person('Ben Lindqvist', 'blog_editor')
  vera = await person('Vera Nakamura', 'customer_success_manager')
  urs = await person('Urs Keller', 'url_editor')
})

afterAll(() => site.stop())

async function person(name: string, ...roles: Role[]) {
  const staff = await newsroomStaff(site, ...roles)
  await db
    .updateTable('users')
    .set({ display_name: name, email_verified_at: new Date() })
    .where('id', '=', staff.uid)
    .execute()
  return {
    ...staff,
    name,
    team: async (id: number) => {
      const answer = await staff.get(`/api/admin/records/${id}/team`)
      expect(answer.statusCode, answer.body).toBe(200)
      return answer.json<{ data: Team }>().data
    },
    say: (id: number, text: string, key = randomUUID()) =>
      staff.post(`/api/admin/records/${id}/team`, { text, idempotency_key: key }),
    said: async (id: number, text: string): Promise<TeamNote> => {
      const answer = await staff.post(`/api/admin/records/${id}/team`, {
        text,
        idempotency_key: randomUUID(),
      })
      expect(answer.statusCode, answer.body).toBe(200)
      return answer.json<{ data: Team }>().data.notes.at(-1) as TeamNote
    },
    handOver: (id: number, of: object = {}) =>
      staff.post(`/api/admin/records/${id}/handover`, {
        state: 'Traffic moved to Oslo.',
        next: 'Ask the carrier at 04:00.',
        to: null,
        replaces: null,
        idempotency_key: randomUUID(),
        ...of,
      }),
    watch: async (id: number) => {
      const body = { tab: randomUUID().replaceAll('-', ''), edition: 0, is_posting: false }
      const answer = await staff.post(`/api/admin/records/${id}/watch`, body)
      expect(answer.statusCode, answer.body).toBe(200)
      return answer.json<{ data: RecordWatched }>().data
    },
    dashboard: async () => (await staff.get('/api/admin/dashboard')).json<{ data: Dashboard }>().data,
  }
}

async function incident(title = 'Sign-in is slow') {
  const made = await ada.create(incidentOn(cloud, { title }))
  return ada.published(made.id, made.version)
}

/** The mails queued for someone, as they would be sent now. Undefined: not sent. */
async function mailsTo({ uid }: Person) {
  const mails = await db
    .selectFrom('account_mails')
    .where('user_id', '=', uid)
    .select([
      'id',
      'kind',
      'email',
      'user_id',
      'channel_id',
      'note_id',
      'reminder_id',
      'approval_id',
      'attempts',
      'created_at',
    ])
    .orderBy('id')
    .execute()
  const provider = { name: 'Northwall', staff_domains: [], help_url: '', gov_help_url: '' }
  const about = { site: { provider, publicUrl: SITE, isGov: false }, vault: OPEN_VAULT, now: site.clock.now }
  const prepared = await Promise.all(mails.map((mail) => prepareAccountMail(db, mail, about)))
  await db.deleteFrom('account_mails').where('user_id', '=', uid).execute()
  return prepared
}

describe('comments', () => {
  test('are read by those who may read internal notes, with what was done, oldest first', async () => {
    const { id } = await incident()
    await ada.said(id, 'Is it the new load balancer?\nSee https://jira.example/NW-1')
    site.clock.pass(5)
    await ben.done(`/api/admin/records/${id}/updates`, {
      body: '<p>We found it.</p>',
      severity_tid: 17,
      notifies: false,
      idempotency_key: randomUUID(),
    })
    site.clock.pass(5)
    await vera.said(id, 'Customers are asking.')
    const team = await ben.team(id)
    expect(team.notes.map(({ by, text, is_yours }) => [by.name, text, is_yours])).toEqual([
      ['Ada Byron', 'Is it the new load balancer?\nSee https://jira.example/NW-1', false],
      ['Vera Nakamura', 'Customers are asking.', false],
    ])
    expect(team.deeds.map(({ action, by, is_you }) => [action, by, is_you])).toEqual([
      ['create', 'Ada Byron', false],
      ['first-publish', 'Ada Byron', false],
      ['post-update', 'Ben Lindqvist', true],
    ])
    expect(team.deeds.at(-1)?.changes).toEqual([expect.stringMatching(/^Severity /)])
    expect(team.people.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Ada Byron', 'Vera Nakamura']),
    )
    expect(team.people.map(({ name }) => name)).not.toContain('Urs Keller')

    // Published content is open to all staff; what colleagues say about it is not.
    expect((await urs.get(`/api/admin/records/${id}/team`)).statusCode).toBe(403)
    expect((await urs.say(id, 'Hello')).statusCode).toBe(403)
    expect((await urs.watch(id)).team).toBeNull()
    const reader = await subscriber(site)
    expect((await reader.post(`/api/admin/records/${id}/team`, {})).statusCode).toBe(403)
  })

  // The short run covers the version that presence.test.ts watches.
  test.skipIf(isShort)(
    'every change of notes or deeds changes the version that open pages watch',
    async () => {
      const { id } = await incident()
      const seen = new Set([(await ben.watch(id)).team])
      const note = await ada.said(id, 'One')
      seen.add((await ben.watch(id)).team)
      await ada.post(`/api/admin/records/${id}/team/${note.id}`, { text: 'Two' })
      seen.add((await ben.watch(id)).team)
      await ada.post(`/api/admin/records/${id}/team/${note.id}/remove`)
      seen.add((await ben.watch(id)).team)
      await ada.handOver(id)
      seen.add((await ben.watch(id)).team)
      await ada.post(`/api/admin/records/${id}/archive`, { version: (await ada.read(id)).version })
      const last = (await ben.watch(id)).team
      seen.add(last)
      expect(seen.size).toBe(6)
      expect((await ben.watch(id)).team).toBe(last)
      expect((await ben.team(id)).version).toBe(last)
    },
  )

  test('are changed and removed by their authors only; removal leaves a trace and no words', async () => {
    const { id } = await incident()
    const note = await ada.said(id, `  The secret is ${CANARY}.  `)
    expect(note.text).toBe(`The secret is ${CANARY}.`)
    const url = `/api/admin/records/${id}/team/${note.id}`
    expect((await ben.post(url, { text: 'Mine' })).statusCode).toBe(403)
    expect((await ben.post(`${url}/remove`)).statusCode).toBe(403)
    expect((await ada.post(url, { text: 'No secret.' })).statusCode).toBe(200)
    expect((await ben.team(id)).notes).toMatchObject([{ text: 'No secret.', edited_at: expect.any(String) }])
    expect((await ada.post(`${url}/remove`)).statusCode).toBe(200)
    expect((await ada.post(`${url}/remove`)).statusCode).toBe(200)
    expect((await ben.team(id)).notes).toMatchObject([
      { text: '', removed_at: expect.any(String), by: { name: 'Ada Byron' } },
    ])
    expect((await ada.post(url, { text: 'Again' })).statusCode).toBe(409)
    expect((await ada.post(`/api/admin/records/${id}/team/999999/remove`)).statusCode).toBe(404)
    const audit = await db.selectFrom('audit_log').where('entity', '=', 'team').selectAll().execute()
    const own = audit.filter(({ entity_id }) => entity_id === String(id))
    expect(own.map(({ action, actor_user_id }) => [action, actor_user_id])).toEqual([
      ['comment', ada.uid],
      ['edit-comment', ada.uid],
      ['remove-comment', ada.uid],
    ])
    expect(JSON.stringify(own)).not.toMatch(/secret/)
  })

  test('of another record are not found under this one', async () => {
    const { id } = await incident()
    const other = await incident()
    const note = await ada.said(other.id, 'There')
    expect((await ada.post(`/api/admin/records/${id}/team/${note.id}`, { text: 'Here' })).statusCode).toBe(
      404,
    )
  })

  // The short run covers the keys of automation-idempotency.test.ts.
  test.skipIf(isShort)('a retry writes nothing twice; empty and endless ones are refused', async () => {
    const { id } = await incident()
    const key = randomUUID()
    expect((await ada.say(id, 'Once', key)).statusCode).toBe(200)
    expect((await ada.say(id, 'Once', key)).statusCode).toBe(200)
    expect((await ada.team(id)).notes).toHaveLength(1)
    expect((await ada.say(id, ' \n ')).json()).toMatchObject({ errors: { text: 'Please write something.' } })
    expect((await ada.say(id, 'x'.repeat(5001))).json().errors.text).toMatch(/5001 characters/)
    expect((await ada.say(id, 'x'.repeat(5000))).statusCode).toBe(200)
  })

  test('reach no reader, export, file or subscriber: not before publishing, not after', async () => {
    const { id, version } = await ada.create(incidentOn(cloud, { title: 'Told to everyone' }))
    await ada.said(id, `Blame ${CANARY}`)
    await ada.handOver(id, { state: `State ${CANARY}`, next: `Next ${CANARY}` })
    expect(await publicText(site, { id, cloud })).not.toContain(CANARY)
    await ada.published(id, version)
    const text = await publicText(site, { id, cloud })
    expect(text).toContain('Told to everyone')
    expect(text).not.toContain(CANARY)
    const snapshots = await db.selectFrom('publications').where('record_id', '=', id).selectAll().execute()
    expect(snapshots).toHaveLength(1)
    expect(JSON.stringify(snapshots)).not.toContain(CANARY)
    const copy = await ada.done(`/api/admin/records/${id}/copy`, {})
    expect((await ada.team(copy.id)).notes).toEqual([])
  })

  // The short run covers the trash of newsroom-bulk.test.ts.
  test.skipIf(isShort)('of a discarded draft are in the trash with it, and come back with it', async () => {
    const { id, version } = await ada.create(incidentOn(cloud))
    await ada.said(id, `Never mind <@${ben.uid}>`)
    await ada.handOver(id, { to: ben.uid })
    expect((await ada.post(`/api/admin/records/${id}/discard`, { version })).statusCode).toBe(204)
    expect((await ada.get(`/api/admin/records/${id}/team`)).statusCode).toBe(404)
    expect((await ada.say(id, 'Hello?')).statusCode).toBe(404)
    expect((await ben.dashboard()).handovers.filter(({ record }) => record === id)).toEqual([])
    expect(await mailsTo(ben)).toEqual([undefined, undefined])
    expect((await ada.post(`/api/admin/records/${id}/restore`)).statusCode).toBe(200)
    expect((await ada.team(id)).notes.map(({ kind }) => kind)).toEqual(['comment', 'handover'])
  })

  test.skipIf(isShort)('stay when their author is deleted, without the name', async () => {
    const { id } = await incident()
    const leaver = await person('Lea Ver', 'blog_editor')
    await leaver.said(id, 'I was here')
    await ada.said(id, `Thanks <@${leaver.uid}>`)
    await leaver.handOver(id)
    await db.deleteFrom('users').where('id', '=', leaver.uid).execute()
    const { notes, people } = await ben.team(id)
    expect(notes.map(({ by }) => by)).toEqual([
      { uid: null, name: 'A former colleague' },
      { uid: ada.uid, name: 'Ada Byron' },
      { uid: null, name: 'A former colleague' },
    ])
    expect(notes[1]?.mentions).toEqual([])
    expect(JSON.stringify([notes, people])).not.toContain('Lea Ver')
  })
})

describe('mentions', () => {
  test('send one mail to each person, with the words, the record and a link', async () => {
    const { id } = await incident('DNS <b>fails</b>')
    const note = await ada.said(id, `<@${ben.uid}> please call\n<@${vera.uid}> and <@${ada.uid}> & co`)
    expect(note.mentions.map(({ uid, is_mailed }) => [uid, is_mailed])).toEqual(
      [
        [ada.uid, false],
        [ben.uid, true],
        [vera.uid, true],
      ].toSorted(([a], [b]) => Number(a) - Number(b)),
    )
    const [mail, ...more] = await mailsTo(ben)
    expect(more).toEqual([])
    expect(mail?.subject).toBe('Ada Byron mentioned you in “DNS <b>fails</b>”')
    expect(mail?.text).toContain('@Ben Lindqvist please call\n\n@Vera Nakamura and @Ada Byron & co')
    expect(mail?.text).toContain(`${SITE}/admin/records/${id}#team`)
    expect(mail?.html).not.toContain('<b>fails')
    expect(await mailsTo(vera)).toHaveLength(1)
    expect(await mailsTo(ada)).toEqual([])

    const carl = await person('Carl', 'trust_admin')
    const text = `<@${ben.uid}> <@${carl.uid}> please call`
    expect((await ada.post(`/api/admin/records/${id}/team/${note.id}`, { text })).statusCode).toBe(200)
    expect(await mailsTo(ben)).toEqual([])
    expect(await mailsTo(carl)).toHaveLength(1)
  })

  test('are refused for people who may not read the record, and for crowds', async () => {
    const { id } = await incident()
    const reader = await subscriber(site)
    for (const uid of [urs.uid, reader.uid, 99_999_999]) {
      const answer = await ada.say(id, `<@${uid}> look`)
      expect(answer.statusCode).toBe(422)
      expect(answer.json().errors.text).toBe(
        'One of the people you mention can’t read this record. Remove the mention.',
      )
    }
    const crowd = Array.from({ length: 11 }, (_, place) => `<@${place + 1}>`).join(' ')
    expect((await ada.say(id, crowd)).json().errors.text).toBe('A comment can mention at most 10 people.')
  })

  test('no one is mailed after the comment was removed, or who lost the right, was locked or has left', async () => {
    const { id } = await incident()
    const drop = await person('Drop', 'blog_editor')
    const lock = await person('Lock', 'blog_editor')
    const note = await ada.said(id, `<@${drop.uid}> <@${lock.uid}> <@${ben.uid}>`)
    await db.deleteFrom('user_roles').where('user_id', '=', drop.uid).execute()
    await db.updateTable('users').set({ locked_at: new Date() }).where('id', '=', lock.uid).execute()
    expect(await mailsTo(drop)).toEqual([undefined])
    expect(await mailsTo(lock)).toEqual([undefined])
    await ada.post(`/api/admin/records/${id}/team/${note.id}/remove`)
    expect(await mailsTo(ben)).toEqual([undefined])
    expect((await ada.say(id, `<@${drop.uid}>`)).statusCode).toBe(422)
  })

  // The short run covers the limits of mail-bombing.test.ts.
  test.skipIf(isShort)('a mailbox gets so many in an hour; further mentions are on the screen', async () => {
    const { id } = await incident()
    const busy = await person('Busy', 'blog_editor')
    const earlier = await db
      .insertInto('team_notes')
      .values(
        Array.from({ length: TEAM_MAILS_PER_HOUR - 1 }, (_, place) => ({
          record_id: id,
          kind: 'comment' as const,
          body: 'Hi',
          key: `earlier-${place}`,
          posted_at: site.clock.now,
        })),
      )
      .returning('id')
      .execute()
    await db
      .insertInto('team_mentions')
      .values(
        earlier.map((note) => ({
          note_id: note.id,
          user_id: busy.uid,
          created_at: site.clock.now,
          told_at: site.clock.now,
        })),
      )
      .execute()
    expect((await ada.said(id, `<@${busy.uid}> last`)).mentions).toMatchObject([{ is_mailed: true }])
    expect((await ada.said(id, `<@${busy.uid}> more`)).mentions).toMatchObject([{ is_mailed: false }])
    expect(await mailsTo(busy)).toHaveLength(1)
    site.clock.pass(3_700)
    expect((await ada.said(id, `<@${busy.uid}> later`)).mentions).toMatchObject([{ is_mailed: true }])
    site.clock.pass(-3_700)
  })
})

describe('an advisory under embargo', () => {
  test('only those inside read, write, are mentioned or offered; mails have no words of it', async () => {
    const made = await ada.create({
      ...emptyContent({ kind: 'advisory' }),
      title: 'Reported flaw',
      summary: 'A flaw.',
      body: '<p>Text.</p>',
      clouds: [cloud.id],
      embargo: [ada.uid],
    })
    const chief = await person('Chief', 'trust_admin')
    expect((await ben.get(`/api/admin/records/${made.id}/team`)).statusCode).toBe(404)
    expect((await vera.say(made.id, 'Hi')).statusCode).toBe(404)
    const people = (await ada.team(made.id)).people.map(({ uid }) => uid)
    expect(people).toEqual(expect.arrayContaining([ada.uid, chief.uid]))
    expect(people).not.toContain(ben.uid)
    expect(people).not.toContain(vera.uid)
    expect((await ada.say(made.id, `<@${ben.uid}>`)).statusCode).toBe(422)
    expect((await ada.handOver(made.id, { to: ben.uid })).json().errors.to).toBe(
      'This person can’t edit this record. Choose someone else.',
    )
    await ada.said(made.id, `<@${chief.uid}> exploit ${SECRET}`)
    await ada.handOver(made.id, { state: SECRET, next: SECRET, to: chief.uid })
    const mails = await mailsTo(chief)
    expect(mails.map((mail) => mail?.subject)).toEqual([
      'Ada Byron mentioned you in an advisory under embargo',
      'Ada Byron hands over to you: an advisory under embargo',
    ])
    expect(JSON.stringify(mails)).not.toMatch(new RegExp(`${SECRET}|Reported flaw`))
    expect(JSON.stringify(await ben.dashboard())).not.toContain(SECRET)
    expect(JSON.stringify(await chief.dashboard())).toContain(SECRET)
  })
})

describe('a handover', () => {
  test('waits at the record and on the dashboard until someone takes over', async () => {
    const { id } = await incident()
    expect((await ada.handOver(id, { to: ben.uid })).statusCode).toBe(200)
    const [mail] = await mailsTo(ben)
    expect(mail?.subject).toBe('Ada Byron hands over to you: “Sign-in is slow”')
    expect(mail?.text).toContain('Traffic moved to Oslo.')
    expect(mail?.text).toContain('Ask the carrier at 04:00.')
    const onDesk = async (staff: Person) =>
      (await staff.dashboard()).handovers.filter(({ record }) => record === id)
    const [shown] = await onDesk(ben)
    expect(shown).toMatchObject({
      title: 'Sign-in is slow',
      can_take: true,
      note: {
        by: { name: 'Ada Byron' },
        text: 'Traffic moved to Oslo.',
        handover: {
          next: 'Ask the carrier at 04:00.',
          to: { name: 'Ben Lindqvist' },
          is_to_you: true,
          taken: null,
          is_pending: true,
        },
      },
    })
    // People who may read but not edit the record see it and can't take it. Others don't see it.
    expect(await onDesk(vera)).toMatchObject([{ can_take: false }])
    expect(await onDesk(urs)).toEqual([])
    const take = (staff: Person) => staff.post(`/api/admin/records/${id}/team/${shown?.note.id}/take`)
    expect((await vera.handOver(id)).statusCode).toBe(403)
    expect((await take(vera)).statusCode).toBe(403)
    expect((await take(ben)).statusCode).toBe(200)
    expect((await take(ben)).statusCode).toBe(200)
    site.clock.pass(20)
    const late = await take(ada)
    expect(late.statusCode).toBe(409)
    expect(late.json().message).toBe('Ben Lindqvist took this over 20 seconds ago. Look at it first.')
    expect(await onDesk(ben)).toEqual([])
    expect((await vera.team(id)).notes).toMatchObject([
      { handover: { taken: { by: { name: 'Ben Lindqvist' } }, is_pending: false } },
    ])
  })

  test.skipIf(isShort)('is replaced only by someone who saw it', async () => {
    const { id } = await incident()
    await ada.handOver(id)
    const first = (await ada.team(id)).notes.at(-1) as TeamNote
    const unseen = await ben.handOver(id)
    expect(unseen.statusCode).toBe(409)
    expect(unseen.json().message).toMatch(/^Ada Byron wrote another handover note/)
    expect((await ben.handOver(id, { replaces: first.id })).statusCode).toBe(200)
    const { notes } = await ada.team(id)
    expect(notes.map(({ handover }) => handover?.is_pending)).toEqual([false, true])
    expect((await ben.post(`/api/admin/records/${id}/team/${first.id}/take`)).statusCode).toBe(409)
    // Removing it doesn't restore the previous one.
    await ben.post(`/api/admin/records/${id}/team/${notes[1]?.id}/remove`)
    expect((await ada.team(id)).notes.some(({ handover }) => handover?.is_pending)).toBe(false)
  })

  test('two who take over at the same time: one of them does', async () => {
    const { id } = await incident()
    await ada.handOver(id)
    const note = (await ada.team(id)).notes.at(-1) as TeamNote
    const answers = await Promise.all(
      [ada, ben].map((staff) => staff.post(`/api/admin/records/${id}/team/${note.id}/take`)),
    )
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  })

  test.skipIf(isShort)('needs both texts, an heir who may edit, and a record that is open', async () => {
    const { id } = await incident()
    expect((await ada.handOver(id, { state: ' ', next: '', to: vera.uid })).json().errors).toEqual({
      state: 'Please say how things are.',
      next: 'Please say what to do next.',
      to: 'This person can’t edit this record. Choose someone else.',
    })
    await ada.handOver(id, { to: ben.uid })
    await ada.done(`/api/admin/records/${id}/resolve`, {
      body: '<p>Done.</p>',
      notifies: false,
      idempotency_key: randomUUID(),
    })
    expect((await ada.dashboard()).handovers.filter(({ record }) => record === id)).toEqual([])
    expect(await mailsTo(ben)).toEqual([undefined])
    const late = await ada.handOver(id)
    expect(late.statusCode).toBe(409)
    expect(late.json().message).toBe('This is closed, so there is nothing to hand over.')
  })
})

// The short run covers the order of promises in dashboard.test.ts.
test.skipIf(isShort)(
  'the dashboard lists promises that are overdue or due within ten minutes, most severe first, with owners',
  async () => {
    const promise = async (staff: Person, title: string, severity: number, minutes: number) => {
      const { id } = await incident(title)
      await staff.done(`/api/admin/records/${id}/updates`, {
        body: '<p>More soon.</p>',
        severity_tid: severity,
        next_update: new Date(site.clock.now.getTime() + minutes * 60_000).toISOString(),
        notifies: false,
        idempotency_key: randomUUID(),
      })
      return id
    }
    await db.updateTable('records').set({ next_update: null }).execute()
    const mild = await promise(ada, 'Mild', 17, 5)
    const grave = await promise(ada, 'Grave', 20, 9)
    await promise(ada, 'Far', 20, 20)
    await ben.handOver(grave, { to: ada.uid })
    const note = (await ben.team(grave)).notes.at(-1)
    await ben.post(`/api/admin/records/${grave}/team/${note?.id}/take`)
    const listed = async (staff: Person) =>
      (await staff.dashboard()).promises.map(({ record, owners }) => [record.id, owners])
    const [asAda, asBen] = [
      { name: 'Ada Byron', is_you: false },
      { name: 'Ben Lindqvist', is_you: true },
    ]
    expect(await listed(ben)).toEqual([
      [grave, [asAda, asBen]],
      [mild, [asAda]],
    ])
    site.clock.pass(360)
    expect((await listed(ada)).at(-1)).toEqual([mild, [{ ...asAda, is_you: true }]])
  },
)
