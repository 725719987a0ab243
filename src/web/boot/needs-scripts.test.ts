import { expect, test } from 'vitest'
import { flashCookie } from '../../domain/account/flash.ts'
import { cloudCookies } from '../../domain/cloud-cookies.ts'
import { STORED_NAMES } from '../../ui/parts/preferences.ts'
import { DISMISSED_NAME } from '../banners/dismissed.ts'
import { MINE_NAME } from '../mine/device-places.ts'
import { needsScripts } from './needs-scripts.ts'

const STRANGER = { cookies: '', stored: [], hash: '', search: '' }

function inBrowser(cookie: string) {
  return `_ga=1; ${cookie.split(';')[0]}`
}

test.each([
  ['a first-time visitor', {}],
  ['cookies and entries of others', { cookies: '_ga=1; mycloud=2; cloudy=1', stored: ['other-consent'] }],
  ['a dismissed banner, which styles hide', { stored: [DISMISSED_NAME] }],
  ['a page of a list, a filter, and where the link was', { search: '?page=2&status=1&utm_source=mail' }],
])('%s: the HTML of the server is enough', (_, reader) => {
  expect(needsScripts({ ...STRANGER, ...reader })).toBe(false)
})

test.each([
  ['signed in', { cookies: '_ga=1; csrf_token=a; logout_token=b' }],
  ['a message from the step before', { cookies: inBrowser(flashCookie('signed-out', { isSecure: true })) }],
  [
    'a chosen cloud',
    { cookies: inBrowser(cloudCookies({ machine_name: 'one', domain: 'one.net' }, true)[0] ?? '') },
  ],
  ['stars on this device', { stored: [MINE_NAME] }],
  ['an answer about consent', { stored: [STORED_NAMES.consent] }],
  ['a link to a part of the page', { hash: '#row-12' }],
  ['a selection of services', { search: '?mine=s12' }],
  ['a post over Cloud Status', { search: '?page=1&post=7' }],
])('%s: the page is not complete without scripts', (_, reader) => {
  expect(needsScripts({ ...STRANGER, ...reader })).toBe(true)
})
