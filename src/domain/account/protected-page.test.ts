import { describe, expect, test } from 'vitest'
import { protectedPage, signInInstead } from './protected-page.ts'
import { signInAsked } from './sign-in-address.ts'

describe('G-19 pages for signed-in users only', () => {
  test.each([
    ['/subscribe', 'subscribe'],
    ['/user/7/edit', 'settings'],
    ['/account-settings', 'settings'],
    ['/admin', undefined],
    ['/admin/dashboard', undefined],
    ['/admin/records/7', undefined],
  ] as const)('%s is one, with the notice %s', (path, notice) => {
    expect(protectedPage(path)).toEqual({ notice })
  })

  test.each([
    '/',
    '/northwall.net',
    '/subscribed',
    '/administration',
    '/user/password',
    '/user/7/edit/more',
    '/user/edit',
    '/northwall.net/subscribe',
    '/sign-in',
  ])('%s is not one', (path) => {
    expect(protectedPage(path)).toBeUndefined()
    expect(signInInstead({ path })).toBeUndefined()
  })

  test('after signing in, users return with query and hash', () => {
    const address = signInInstead({ path: '/subscribe', search: '?page=2&a=b', hash: '#cloud-7' })
    expect(address).toMatch(/^\/sign-in\?/)
    expect(signInAsked(new URLSearchParams(address?.split('?')[1]))).toEqual({
      notice: 'subscribe',
      origin: '/subscribe?page=2&a=b#cloud-7',
    })
  })

  test('users whose session ended see that as the reason', () => {
    const address = signInInstead({ path: '/admin/dashboard', isEnded: true })
    expect(signInAsked(new URLSearchParams(address?.split('?')[1]))).toEqual({
      notice: 'session-ended',
      origin: '/admin/dashboard',
    })
  })
})
