import { beforeEach, expect, test } from 'vitest'
import type { AppContext } from '../context.ts'
import { documentOf } from './fault-answers.ts'
import { Fault } from './faults.ts'

const made = { count: 0 }
const render = (_: unknown, { message }: Fault, path?: string) => `${message} ${path} ${++made.count}`

let now = new Date('2026-11-17T08:00:00Z')
let edition = { site: { clouds: [{ domain: 'northwall.net' }, { domain: 'northwall.eu' }] } }
const context = () =>
  ({ clock: () => now, holder: { current: () => ({ edition, staleSince: null }) } }) as unknown as AppContext
beforeEach(() => {
  made.count = 0
})

test('renders each fault page once per cloud and minute, however often the fault occurs', () => {
  const site = context()
  const bad = (path: string) => documentOf(site, new Fault('bad-address'), path, render)
  for (let n = 0; n < 50; n++) bad(`/%zz${n}?page=${n}`)
  expect(made.count).toBe(1)
  for (let n = 0; n < 50; n++) bad(`/northwall.net/%zz${n}`)
  expect(made.count).toBe(2)
  expect(bad('/northwall.eu/%zz')).toContain('/northwall.eu/')
  expect(documentOf(site, new Fault('foreign-origin'), '/', render)).not.toBe(bad('/'))
  expect(made.count).toBe(4)

  now = new Date(now.getTime() + 60_000)
  bad('/%zz')
  edition = { ...edition }
  bad('/%zz')
  expect(made.count).toBe(6)
})

test("messages about the request don't fill the memory", () => {
  const site = context()
  const said = (message: string) => documentOf(site, new Fault('bad-request', { message }), '/', render)
  for (let n = 0; n < 500; n++) said(`Query parameter "${n}" is not valid.`)
  expect(made.count).toBe(500)
  said('Query parameter "7" is not valid.')
  expect(made.count).toBe(500)
  said('Query parameter "499" is not valid.')
  expect(made.count).toBe(501)
})
