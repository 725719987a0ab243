import { describe, expect, test } from 'vitest'
import type { PostedKind } from './channel.ts'
import { channelAddress, maskedAddress, NOT_PUBLIC } from './channel-address.ts'

const STRICT = { isLocalAllowed: false }
const LOCAL = { isLocalAllowed: true }

describe('A-17 channel addresses', () => {
  test.each<[PostedKind, string, string]>([
    ['webhook', 'https://hooks.customer.example/in?key=1', 'https://hooks.customer.example/in?key=1'],
    ['webhook', '  https://Hooks.Customer.example:8443/in#part ', 'https://hooks.customer.example:8443/in'],
    ['webhook', 'https://hooks.customer.example./in', 'https://hooks.customer.example/in'],
    ['webhook', 'https://customer.example', 'https://customer.example/'],
    ['slack', 'https://hooks.slack.com/services/T0/B0/x', 'https://hooks.slack.com/services/T0/B0/x'],
    ['slack', 'https://hooks.slack-gov.com/services/T0', 'https://hooks.slack-gov.com/services/T0'],
    [
      'teams',
      'https://a1.57.environment.api.powerplatform.com:443/powerautomate/x?sig=y',
      'https://a1.57.environment.api.powerplatform.com/powerautomate/x?sig=y',
    ],
    [
      'teams',
      'https://prod-1.eu.logic.azure.com/workflows/1',
      'https://prod-1.eu.logic.azure.com/workflows/1',
    ],
    [
      'teams',
      'https://tenant.webhook.office.com/webhookb2/1',
      'https://tenant.webhook.office.com/webhookb2/1',
    ],
  ])('%s: %s is fine', (kind, typed, address) => {
    expect(channelAddress(kind, typed, STRICT)).toEqual({ kind: 'fine', address })
  })

  test.each<[PostedKind, string, string | RegExp]>([
    ['webhook', '', 'Please enter an address'],
    ['webhook', 'hooks.customer.example/in', /begins with https/],
    ['webhook', 'http://hooks.customer.example/in', /begins with https/],
    ['webhook', 'ftp://hooks.customer.example/in', /begins with https/],
    ['webhook', 'javascript:alert(1)', /begins with https/],
    ['webhook', 'https://', /begins with https/],
    ['webhook', 'https://user@customer.example/', /username or password/],
    ['webhook', 'https://:pass@customer.example/', /username or password/],
    ['webhook', 'https://localhost/', NOT_PUBLIC],
    ['webhook', 'https://localhost./', NOT_PUBLIC],
    ['webhook', 'https://db/', NOT_PUBLIC],
    ['webhook', 'https://metadata.google.internal/', NOT_PUBLIC],
    ['webhook', 'https://printer.local/', NOT_PUBLIC],
    ['webhook', `https://customer.example/${'x'.repeat(2000)}`, /too long/],
    ['webhook', 'http://127.0.0.1/', /begins with https/],
    ['slack', 'https://hooks.customer.example/services/T0', /Slack/],
    ['slack', 'https://hooks.slack.com.evil.example/services', /Slack/],
    ['slack', 'https://evilhooks.slack.com/services', /Slack/],
    ['slack', 'https://hooks.slack.com:8443/services', /Slack/],
    ['slack', 'https://hooks.slack.com@evil.example/services', /username/],
    ['teams', 'https://logic.azure.com.evil.example/x', /Teams/],
    ['teams', 'https://evillogic.azure.com/x', /Teams/],
    ['teams', 'https://hooks.slack.com/services/T0', /Teams/],
  ])('%s: %s is refused', (kind, typed, problem) => {
    const read = channelAddress(kind, typed, STRICT)
    expect(read).toEqual({
      kind: 'wrong',
      problem: typeof problem === 'string' ? problem : expect.stringMatching(problem),
    })
  })

  test.each<[PostedKind, string]>([
    ['webhook', 'http://127.0.0.1:8080/in'],
    ['webhook', 'http://localhost:8080/in'],
    ['webhook', 'http://[::1]:8080/in'],
    ['slack', 'http://127.0.0.1:8080/slack'],
    ['teams', 'http://127.1:8080/teams'],
  ])('%s: %s is fine where local addresses are allowed', (kind, typed) => {
    expect(channelAddress(kind, typed, LOCAL).kind).toBe('fine')
    expect(channelAddress(kind, typed, STRICT).kind).toBe('wrong')
  })

  test('only this machine counts as local', () => {
    for (const typed of [
      'http://10.0.0.1/',
      'http://127.0.0.1.evil.example/',
      'http://hooks.customer.example/',
    ])
      expect(channelAddress('webhook', typed, LOCAL).kind).toBe('wrong')
  })
})

describe('A-17 only the owner can recognize a masked address', () => {
  test.each([
    ['https://hooks.slack.com/services/T0/B0/abcdefghijkl', 'https://hooks.slack.com/…ijkl'],
    ['https://customer.example:8443/in?key=abcdefghijkl', 'https://customer.example:8443/…ijkl'],
    ['https://customer.example/secret', 'https://customer.example/…'],
    ['https://customer.example/', 'https://customer.example'],
  ])('%s → %s', (address, shown) => {
    expect(maskedAddress(address)).toBe(shown)
  })
})
