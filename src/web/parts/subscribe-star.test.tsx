import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { type StarUse, SubscribeStar } from './subscribe-star.tsx'

const onToggle = () => {}

test('U-09 a star is pressed if subscribed, with the same name either way', () => {
  const filled = drawn({ kind: 'toggle', isSubscribed: true, onToggle })
  const empty = drawn({ kind: 'toggle', isSubscribed: false, onToggle })
  expect(filled).toMatch(/^<button [^>]*aria-pressed="true" aria-label="Subscribe to Sandbox"/)
  expect(empty).toMatch(/^<button [^>]*aria-pressed="false" aria-label="Subscribe to Sandbox"/)
  expect(filled + empty).not.toContain('disabled')
})

test('U-09 the tooltip of a star says what a press does', () => {
  expect(drawn({ kind: 'toggle', isSubscribed: true, onToggle })).toContain(
    'title="Unsubscribe from Sandbox"',
  )
  expect(drawn({ kind: 'toggle', isSubscribed: false, onToggle })).toContain('title="Subscribe to Sandbox"')
})

test('U-07, U-09 a star controlled elsewhere is disabled and says why', () => {
  const fixed = drawn({ kind: 'fixed', isSubscribed: true, why: 'Part of All.' })
  expect(fixed).toContain('aria-pressed="true"')
  expect(fixed).toContain('aria-disabled="true"')
  expect(fixed).toContain('aria-description="Part of All."')
})

test("U-12 a visitor's star is a button of its own, and without scripts a link", () => {
  expect(drawn({ kind: 'device', isStarred: true, onToggle })).toMatch(
    /^<button [^>]*aria-pressed="true" aria-label="Star Sandbox"/,
  )
  const address = '/northwall.net/cloud-status?mine=s12'
  expect(drawn({ kind: 'link', isStarred: false, address })).toMatch(/^<a [^>]*rel="nofollow"[^>]*mine=s12"/)
})

test('S-09 the star of a decommissioned service is a disabled link', () => {
  const gone = drawn({ kind: 'impossible' })
  expect(gone).toContain('aria-disabled="true"')
  expect(gone).not.toContain('href')
})

function drawn(use: StarUse) {
  return renderToStaticMarkup(
    <MemoryRouter>
      <SubscribeStar name="Sandbox" use={use} />
    </MemoryRouter>,
  )
}
