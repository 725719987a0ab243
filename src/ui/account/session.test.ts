import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const NOW = Date.UTC(2026, 10, 15, 12)
const HOUR_MS = 3_600_000

let cookies: Map<string, string>
let events: EventTarget

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  cookies = new Map()
  events = new EventTarget()
  vi.stubGlobal('window', events)
  const document = Object.assign(new EventTarget(), { cookie: '' })
  Object.defineProperty(document, 'cookie', {
    get: () => [...cookies].map((pair) => pair.join('=')).join('; '),
    set: (written: string) => {
      const [name = '', value = ''] = written.split('; ')[0]?.split('=') ?? []
      if (written.includes('Max-Age=0')) cookies.delete(name)
      else cookies.set(name, value)
    },
  })
  vi.stubGlobal('document', document)
  vi.stubGlobal('location', { protocol: 'https:' })
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A fresh module, as on a newly opened page. */
async function newPage() {
  vi.resetModules()
  return import('./session.ts')
}

function signedIn(endsAtMs = NOW + HOUR_MS) {
  cookies.set('csrf_token', 'a'.repeat(43))
  cookies.set('logout_token', 'b'.repeat(43))
  cookies.set('session_timeout', String(endsAtMs / 1000))
  cookies.set('security', 's'.repeat(22))
}

test('A-12 a user is signed in while both tokens are there', async () => {
  signedIn()
  expect((await newPage()).currentSession()).toMatchObject({ kind: 'signed-in', endsAtMs: NOW + HOUR_MS })
  for (const name of ['csrf_token', 'logout_token']) {
    signedIn()
    cookies.delete(name)
    expect((await newPage()).currentSession(), name).toEqual({
      kind: 'signed-out',
      because: 'not-signed-in',
    })
  }
})

test('A-14 a session ends at its time, even if its cookies are still there, and the page learns why', async () => {
  signedIn()
  const page = await newPage()
  const onChange = vi.fn()
  const stop = page.onSession(onChange)
  vi.advanceTimersByTime(HOUR_MS - 20_000)
  expect(page.currentSession().kind).toBe('signed-in')
  vi.advanceTimersByTime(30_000)
  expect(page.currentSession()).toEqual({ kind: 'signed-out', because: 'ended' })
  expect(onChange).toHaveBeenCalledOnce()
  stop()
  expect((await newPage()).currentSession()).toEqual({ kind: 'signed-out', because: 'not-signed-in' })
})

test('A-12 what another tab did is seen as soon as the reader returns, or the tab says so', async () => {
  signedIn()
  const page = await newPage()
  const stop = page.onSession(() => {})
  cookies.set('security', 't'.repeat(22))
  events.dispatchEvent(new Event('focus'))
  expect(page.currentSession()).toMatchObject({ kind: 'signed-in', security: 't'.repeat(22) })
  cookies.delete('csrf_token')
  events.dispatchEvent(Object.assign(new Event('storage'), { key: 'candor-session-changed' }))
  expect(page.currentSession()).toEqual({ kind: 'signed-out', because: 'not-signed-in' })
  stop()
})

test('A-12 forgetting a session removes all of it that a page can remove', async () => {
  signedIn()
  const page = await newPage()
  expect(page.currentSession().kind).toBe('signed-in')
  page.forgetSession('asked')
  expect([...cookies.keys()]).toEqual([])
  expect(page.currentSession()).toEqual({ kind: 'signed-out', because: 'asked' })
})
