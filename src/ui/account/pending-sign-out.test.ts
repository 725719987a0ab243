import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const CSRF = 'a'.repeat(43)
const LOGOUT = 'b'.repeat(43)
const PENDING = 'candor-sign-out-pending'

let stored: Map<string, string>
let cookie: string
let events: EventTarget
let answers: (number | undefined)[]
let asked: { url: string; csrf: string | undefined }[]

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  stored = new Map()
  cookie = ''
  events = new EventTarget()
  answers = []
  asked = []
  vi.stubGlobal('window', events)
  vi.stubGlobal('document', Object.defineProperty(new EventTarget(), 'cookie', { get: () => cookie }))
  vi.stubGlobal('location', { protocol: 'https:' })
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  })
  vi.stubGlobal('fetch', async (url: string, { headers }: { headers: Record<string, string> }) => {
    asked.push({ url, csrf: headers['x-csrf-token'] })
    const status = answers.shift()
    if (status === undefined) throw new TypeError('Failed to fetch')
    return new Response(status === 204 ? null : '{}', { status })
  })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Fresh modules, as on a newly opened page. */
async function newPage() {
  vi.resetModules()
  return import('./pending-sign-out.ts')
}

const signOut = async () => (await newPage()).sendSignOut({ csrf: CSRF, logout: LOGOUT })

test.each([204, 401, 403])('A-12 a sign-out that the server answers with %i is over', async (status) => {
  answers = [status]
  expect(await signOut()).toBe(true)
  expect(asked).toEqual([{ url: expect.stringContaining(`/user/logout?token=${LOGOUT}`), csrf: CSRF }])
  expect(stored.has(PENDING)).toBe(false)
})

test.each([500, 503, undefined])(
  'A-12 after the answer %s it is sent again, with the same tokens',
  async (status) => {
    answers = [status, status, 204]
    expect(await signOut()).toBe(false)
    expect(stored.has(PENDING)).toBe(true)
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(asked).toHaveLength(3)
    expect(new Set(asked.map((each) => JSON.stringify(each))).size).toBe(1)
    expect(stored.has(PENDING)).toBe(false)
  },
)

test('A-12 the next page sends it, too, and a device that comes online', async () => {
  expect(await signOut()).toBe(false)
  vi.clearAllTimers()
  const next = await newPage()
  const stop = next.followSignOuts()
  await vi.advanceTimersByTimeAsync(0)
  expect(asked).toHaveLength(2)
  answers = [204]
  events.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect(asked).toHaveLength(3)
  expect(stored.has(PENDING)).toBe(false)
  stop()
})

test('A-12 a new sign-in ends the retries, and keeps its session', async () => {
  expect(await signOut()).toBe(false)
  vi.clearAllTimers()
  const endsAt = Math.floor(Date.now() / 1000) + 3600
  cookie = `csrf_token=${'c'.repeat(43)}; logout_token=${'d'.repeat(43)}; session_timeout=${endsAt}; security=${'s'.repeat(22)}`
  const stop = (await newPage()).followSignOuts()
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(asked).toHaveLength(1)
  expect(stored.has(PENDING)).toBe(false)
  stop()
})
