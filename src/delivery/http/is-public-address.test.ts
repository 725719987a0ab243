import { describe, expect, test } from 'vitest'
import { isLoopbackAddress, isPublicAddress } from './is-public-address.ts'

describe('U-10 addresses that only this machine can reach are not public', () => {
  test.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '100.100.100.200',
    '127.0.0.1',
    '127.255.255.254',
    '168.63.129.16',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.192',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.51.100.7',
    '203.0.113.9',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:8.8.8.8',
    '::ffff:0:127.0.0.1',
    '64:ff9b::10.0.0.1',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b:1::8.8.8.8',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::1',
    '2002:808:808::1',
    '3fff::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
  ])('%s', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  test.each(['localhost', '', '1', '0x7f.1', 'example.com'])('%s is not an IP address', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })
})

test.each([
  '8.8.8.8',
  '1.1.1.1',
  '99.255.255.255',
  '100.128.0.1',
  '172.15.255.255',
  '172.32.0.1',
  '168.63.129.17',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2a00:1450:4001:81b::200e',
  '64:ff9b::8.8.8.8',
])('U-10 %s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

test('U-10 loopback is 127.0.0.0/8 and ::1', () => {
  expect(['127.0.0.1', '127.9.9.9', '::1'].filter(isLoopbackAddress)).toHaveLength(3)
  expect(['128.0.0.1', '10.0.0.1', '::2', 'localhost'].filter(isLoopbackAddress)).toEqual([])
})
