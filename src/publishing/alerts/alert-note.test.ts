import { expect, test } from 'vitest'
import type { KeptAlert } from '../../domain/alerts/alert-group.ts'
import { alertNote, withAlertNote, withRemark } from './alert-note.ts'

const now = new Date('2026-11-15T03:30:00Z')

function alert(fields: Partial<KeptAlert>): KeptAlert {
  return {
    isFiring: true,
    startsAt: '2026-11-15T03:00:00.000Z',
    endsAt: null,
    severityTid: 19,
    rank: 40,
    words: '',
    note: 'Slow instance=a',
    clouds: [],
    services: [],
    dataCenters: [],
    isTold: true,
    ...fields,
  }
}

test('Z-08 the note lists alerts, firing ones first, and links to the source', () => {
  const alerts = {
    b: alert({ isFiring: false, endsAt: '2026-11-15T03:20:00.000Z', note: 'B' }),
    a: alert({}),
  }
  expect(alertNote(alerts, { source: ['Alertmanager: http://am'], trouble: ['No such cloud.'], now })).toBe(
    [
      '1 of 2 firing at 2026-11-15 03:30 UTC',
      'Alertmanager: http://am',
      'No such cloud.',
      'FIRING since 2026-11-15 03:00 UTC: Slow instance=a',
      'over since 2026-11-15 03:20 UTC: B',
    ].join('\n'),
  )
})

test('Z-08 summarizes a storm as a number', () => {
  const alerts = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`f${index}`, alert({})]))
  const lines = alertNote(alerts, { source: [], trouble: [], now }).split('\n')
  expect([lines.length, lines.at(-1)]).toEqual([22, 'and 280 more'])
})

test('Z-08 summarizes many unknown names, so that the note of a storm is never too long to be kept', () => {
  const trouble = Array.from({ length: 1000 }, (_, at) => `There is no service "${at} ${'x'.repeat(2000)}".`)
  const alerts = Object.fromEntries(
    trouble.map((_, at) => [`f${at}`, alert({ note: `Slow ${'y'.repeat(295)}` })]),
  )
  const block = alertNote(alerts, { source: ['Sender: Grafana'], trouble, now })
  const lines = block.split('\n')
  expect([lines.length, lines[2]?.length]).toEqual([44, 300])
  expect(lines.filter((line) => line.startsWith('and '))).toEqual(['and 980 more', 'and 980 more'])
  expect(withAlertNote(null, block)).toContain('There is no service "0 xxx')
})

test('Z-08 keeps what people have written around the note', () => {
  const first = withAlertNote('Call Ada.', 'one')
  const edited = `${first}\nAda knows.`
  const second = withAlertNote(edited, 'two')
  expect(second).toContain('Call Ada.')
  expect(second).toContain('Ada knows.')
  expect(second).toContain('two')
  expect(second).not.toContain('one')
})

test('Z-08 keeps a note unchanged if the new one is too long', () => {
  const long = 'x'.repeat(19_990)
  expect(withAlertNote(long, 'one')).toBe(long)
})

test('Z-08 adds a remark after the note only once', () => {
  const remarked = withRemark('Call Ada.', 'Not published.')
  expect(remarked).toBe('Call Ada.\n\nNot published.')
  expect(withRemark(remarked, 'Not published.')).toBe(remarked)
  expect(withRemark(null, 'Not published.')).toBe('Not published.')
})
