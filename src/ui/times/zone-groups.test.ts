import { expect, test } from 'vitest'
import { choosableZones, listedZone, zoneGroups } from './zone-groups.ts'

const WINTER = new Date('2026-01-15T12:00:00Z')

test('A-17 zones are listed by region and city, with their current UTC offset', () => {
  const groups = zoneGroups(
    ['UTC', 'Europe/Zurich', 'Asia/Calcutta', 'Europe/Amsterdam', 'America/Argentina/Salta', 'EST5EDT'],
    WINTER,
  )
  expect(groups).toEqual([
    { region: 'Americas', zones: [{ name: 'America/Argentina/Salta', words: 'Salta (GMT-3)' }] },
    { region: 'Asia', zones: [{ name: 'Asia/Calcutta', words: 'Kolkata (GMT+5:30)' }] },
    {
      region: 'Europe',
      zones: [
        { name: 'Europe/Amsterdam', words: 'Amsterdam (GMT+1)' },
        { name: 'Europe/Zurich', words: 'Zurich (GMT+1)' },
      ],
    },
    { region: 'Other', zones: [{ name: 'EST5EDT', words: 'EST5EDT (GMT-5)' }] },
  ])
})

test('A-17 the offset is that of the given time', () => {
  const summer = new Date('2026-07-15T12:00:00Z')
  expect(zoneGroups(['Europe/Zurich'], summer)[0]?.zones[0]?.words).toBe('Zurich (GMT+2)')
})

test('A-17 every zone of the browser can be chosen, and UTC', () => {
  const zones = choosableZones(['UTC', 'Europe/Zurich'])
  expect(zones).toEqual(expect.arrayContaining(['UTC', ...Intl.supportedValuesOf('timeZone')]))
  expect(new Set(zones).size).toBe(zones.length)
})

test('A-17 a zone chosen under another name is mapped to the name that the browser lists', () => {
  expect(Intl.supportedValuesOf('timeZone')).toContain(listedZone('Asia/Kolkata'))
  expect(listedZone('Asia/Calcutta')).toBe(listedZone('Asia/Kolkata'))
  expect(listedZone('Etc/UTC')).toBe('UTC')
})

test('A-17 a zone unknown to this browser stays selected', () => {
  const chosen = listedZone('Mars/Olympus_Mons')
  expect(zoneGroups(choosableZones([chosen]), WINTER)).toContainEqual({
    region: 'Mars',
    zones: [{ name: 'Mars/Olympus_Mons', words: 'Olympus Mons' }],
  })
})
