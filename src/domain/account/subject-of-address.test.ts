import { describe, expect, test } from 'vitest'
import { addressPrefix, networkOfSubject, subjectOfAddress } from './subject-of-address.ts'

describe('who an attempt from an address counts for', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['2001:db8:0:12::1', '2001:db8:0:12::/64'],
    ['2001:db8:0:12:ffff:ffff:ffff:ffff', '2001:db8:0:12::/64'],
    ['2001:0DB8:0000:0012::0001', '2001:db8:0:12::/64'],
    ['2001:db8:0:13::1', '2001:db8:0:13::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::ffff:c000:207', '192.0.2.7'],
  ])('%s counts as %s', (ip, subject) => {
    expect(subjectOfAddress(ip)).toBe(subject)
  })
})

test.each([
  ['192.0.2.7', '192.0.2.0/24'],
  ['::ffff:192.0.2.7', '192.0.2.0/24'],
  ['2001:db8:0:12::1', '2001:db8:0::/48'],
])('the network of %s is %s', (ip, prefix) => {
  expect(addressPrefix(ip)).toBe(prefix)
})

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['2001:db8:0:12::1', '2001:db8:0::/48'],
  ['2001:db8:0:ffff::1', '2001:db8:0::/48'],
  ['2001:db8:1:12::1', '2001:db8:1::/48'],
])('%s belongs to the network %s', (ip, network) => {
  expect(networkOfSubject(subjectOfAddress(ip))).toBe(network)
})

test('other subjects are their own network', () => {
  expect(['', 'user:7'].map(networkOfSubject)).toEqual(['', 'user:7'])
})
