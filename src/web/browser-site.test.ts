import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sessionChanged } from '../ui/account/session.ts'
import { type BrowserSite, browserSite } from './browser-site.ts'
import { failedLoad } from './live/failed-load.ts'
import type { PageState } from './page-state.ts'
import type { Hydration } from './site.ts'

const HERE = '/one.example/cloud-status'
const NEXT = '/one.example/cloud-status?week=1'
const LOST = { kind: 'failed', message: 'No network' } as const

let cookie = ''
let site: BrowserSite

beforeEach(() => {
  cookie = ''
  vi.stubGlobal('document', {
    get cookie() {
      return cookie
    },
  })
  vi.stubGlobal('window', { location: { pathname: HERE, search: '' } })
  sessionChanged()
  site = browserSite(
    { page: found({ verdict: loaded('All is well') }), global: {} } as unknown as Hydration,
    {
      hashAhead: () => '',
      shown: () => ({ pathname: HERE, search: '', hash: '' }),
    },
  )
})

afterEach(() => {
  failedLoad.clear()
  vi.unstubAllGlobals()
})

test('G-20 a page of which no part arrives does not replace the page on screen, and is asked for again', () => {
  const state = settle(NEXT, found({ verdict: LOST, services: LOST, post: null }))
  expect(state).toBeInstanceOf(Response)
  expect((state as Response).headers.get('location')).toBe(HERE)
  expect(failedLoad.get()).toEqual({ address: NEXT, reason: 'No network' })
})

test('G-20 a page of which some parts arrive is shown with them', () => {
  const state = found({ verdict: loaded('All is well'), services: LOST })
  expect(settle(NEXT, state)).toBe(state)
  expect(failedLoad.get()).toBeUndefined()
})

test('a page that one session loaded is not shown in another, which may see less', () => {
  signIn('staff')
  settle(NEXT, found({ internal: loaded('For staff') }))
  expect(settle(NEXT, { ...PAGE, ...LOST })).toMatchObject({ data: { internal: { value: 'For staff' } } })
  signIn('reader')
  expect(settle(NEXT, { ...PAGE, ...LOST })).toBeUndefined()
})

const PAGE = { cloud: 'one', meta: { title: '', description: '' } }

function found(data: unknown): PageState {
  return { ...PAGE, kind: 'found', data }
}

function loaded<T>(value: T) {
  return { kind: 'loaded' as const, value }
}

function settle(address: string, state: PageState) {
  try {
    return site.settle?.(address, state)
  } catch (thrown) {
    return thrown
  }
}

function signIn(security: string) {
  const token = 'a'.repeat(43)
  cookie = `csrf_token=${token}; logout_token=${token}; security=${security}`
  sessionChanged()
}
