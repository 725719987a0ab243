import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { AccountSettings } from '../../../contract/own-account.ts'
import { ChannelsShown } from './channels-section.tsx'
import type { ChannelDesk } from './use-channels.ts'

const CUSTOMER: AccountSettings['data'] = {
  uid: 7,
  email: 'ada@customer.example',
  is_verified: true,
  pending_email: null,
  username: null,
  timezone: 'UTC',
  has_password: true,
  is_staff: false,
  roles: [],
  created_at: '2026-01-01T00:00:00.000Z',
  last_sign_in_at: null,
}

test('A-17 each channel gets the messages of a verified account, which can add others', () => {
  const shown = drawn({})
  expect(shown).toContain('Each channel gets the messages you subscribe to.')
  expect(shown).toContain('Add a channel')
})

test('A-11, A-17 an unverified account sees that nothing is sent, and cannot add a channel', () => {
  const shown = drawn({ is_verified: false })
  expect(shown).toContain('Until then no messages are sent')
  expect(shown).not.toContain('Add a channel')
})

test('A-17 staff without an address see that, and can add other channels', () => {
  const shown = drawn({ is_staff: true, is_verified: false, has_password: false, email: null })
  expect(shown).toContain('Your account has no email address')
  expect(shown).toContain('Add a channel')
})

test('U-12 a follower without a password cannot add a channel', () => {
  const shown = drawn({ has_password: false })
  expect(shown).toContain('With a password you can also add')
  expect(shown).not.toContain('Add a channel')
})

function drawn(settings: Partial<AccountSettings['data']>) {
  return renderToStaticMarkup(
    <MemoryRouter>
      <ChannelsShown
        settings={{ ...CUSTOMER, ...settings }}
        shown={{ kind: 'shown', channels: [], severities: [] }}
        desk={{} as ChannelDesk}
        reload={() => {}}
      />
    </MemoryRouter>,
  )
}
