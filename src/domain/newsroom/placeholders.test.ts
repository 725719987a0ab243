import { expect, test } from 'vitest'
import { askedPlaceholdersIn, fillPlaceholders, knownPlaceholders, placeholdersIn } from './placeholders.ts'

const FACTS = {
  clouds: ['northwall.net'],
  services: ['Sign-in', 'DNS', 'Web Gateway', 'DNS'],
  dataCenters: [],
  start: new Date('2026-11-15T20:00:00Z'),
  end: null,
  now: new Date('2026-11-15T10:00:00Z'),
  provider: 'Northwall',
}

test('placeholders are found in all fields, each once', () => {
  const content = {
    title: 'Maintenance of {{services}}',
    body: '<p>{{ cause }} and {{Services}}</p>',
    tags: ['{{tag}}'],
    internal: { internal_note: '{{note_1}}', slack_link: null },
    status_id: 2,
  }
  expect(placeholdersIn(content)).toEqual(['services', 'cause', 'tag', 'note_1'])
  expect(askedPlaceholdersIn(content)).toEqual(['cause', 'tag', 'note_1'])
  expect(placeholdersIn('{{}} {{ 1st }} {single} {{a b}} {{a-b}}')).toEqual([])
})

test('values are text: escaped in a body, unchanged elsewhere', () => {
  const filled = fillPlaceholders(
    { title: 'About {{cause}}', body: '<p>{{cause}}</p>', internal: { internal_note: '{{cause}}' } },
    { cause: '<b>"A & B"</b>' },
  )
  expect(filled).toEqual({
    title: 'About <b>"A & B"</b>',
    body: '<p>&lt;b&gt;&quot;A &amp; B&quot;&lt;/b&gt;</p>',
    internal: { internal_note: '<b>"A & B"</b>' },
  })
})

test('placeholders without a value stay, and nothing else changes', () => {
  const content = { body: '{{constructor}} {{cause}} $& $1', services: [1, 2], from_time: null }
  expect(fillPlaceholders(content, { other: 'x' })).toEqual(content)
  expect(fillPlaceholders(content, { cause: '$& {{cause}}' }).body).toBe(
    '{{constructor}} $&amp; {{cause}} $& $1',
  )
})

test('without services or data centers the text still reads well', () => {
  const known = knownPlaceholders({ ...FACTS, services: [] })
  const filled = fillPlaceholders(
    {
      title: '{{services}} on {{clouds}} are slow',
      body: '<p>{{services}} are slow. {{services}} and {{data_centers}} are watched.</p><p>In <b>{{data_centers}}</b>.</p>',
    },
    known,
  )
  expect(filled).toEqual({
    title: 'Our services on northwall.net are slow',
    body: '<p>Our services are slow. Our services and our data centers are watched.</p><p>In <b>our data centers</b>.</p>',
  })
})

test('known placeholders are filled, and others stay open', () => {
  const known = knownPlaceholders(FACTS)
  expect(known).toEqual({
    clouds: 'northwall.net',
    services: 'Sign-in, DNS and Web Gateway',
    data_centers: 'our data centers',
    start: 'Sun, 15 Nov 2026 20:00:00 UTC',
    now: 'Sun, 15 Nov 2026 10:00:00 UTC',
    provider: 'Northwall',
  })
  expect(fillPlaceholders('{{services}} until {{end}}', known)).toBe(
    'Sign-in, DNS and Web Gateway until {{end}}',
  )
})
