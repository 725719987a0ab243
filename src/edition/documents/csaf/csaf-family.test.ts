import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { csafFaults, MANDATORY_TESTS } from '../../../../tests/support/csaf-faults.ts'
import { CLOSED, madeUpAdvisory, madeUpEdition } from '../../../../tests/support/made-up-advisories.ts'
import type { AdvisoryFacts } from '../../../domain/csaf/advisory-facts.ts'
import type { Edition } from '../../edition.ts'
import type { EditionRecord } from '../../edition-record.ts'
import { uriOf } from '../uri-of.ts'
import { revisionTimes } from './advisories-of.ts'
import { csafFamily } from './csaf-family.ts'

const NOW = new Date('2026-11-16T00:00:00Z')
const FILE = '/csaf/white/2026/sa-2026-0042.json'
const HOSTILE = 'Web & "Mail" <b>]]></b> \u0007\u0001\u2028\u202e 𝄞 שלום 🚒 \\ \'; --'
const VECTOR = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H'

const FACTS: AdvisoryFacts = {
  product_status: 'under_investigation',
  remediations: [
    { category: 'vendor_fix', details: 'Install 4.2.', url: 'https://exämple.test/4.2?ü=[1]' },
    { category: 'none_available', details: '  ', url: null },
  ],
  references: [
    { summary: ' ', url: 'https://a.test/50%off' },
    { summary: 'No address', url: 'javascript:alert(1)' },
  ],
}

function written(edition: Edition, address: string): string | undefined {
  for (const { path, find } of csafFamily.routes) {
    const parts = path
      .split(/(:\w+)/)
      .map((part) => part.replaceAll('.', '\\.').replace(/:(\w+)/, '(?<$1>[^/]+)'))
    const match = new RegExp(`^${parts.join('')}$`).exec(address)
    const found = match === null ? undefined : find(edition, match.groups ?? {})
    if (found !== undefined)
      return found.write({
        edition,
        now: NOW,
        publicUrl: 'https://trust.northwall.example',
        isGovDeployment: false,
      }).body
  }
  return undefined
}

function documentOf(change: Partial<EditionRecord>, edition = madeUpEdition([madeUpAdvisory(change)])) {
  return JSON.parse(written(edition, FILE) ?? 'null')
}

function productsOf(document: {
  product_tree: { branches: unknown[] }
}): { product_id: string; name: string }[] {
  type Branch = { branches?: Branch[]; product?: { product_id: string; name: string } }
  const below = ({ branches = [], product }: Branch): { product_id: string; name: string }[] => [
    ...(product === undefined ? [] : [product]),
    ...branches.flatMap(below),
  ]
  return (document.product_tree.branches as Branch[]).flatMap(below)
}

describe('CSAF: the independent validator accepts', () => {
  test('nothing without running all its tests', () => {
    // 6.1.1 to 6.1.33 (6.1.27 has eleven parts), and two for the schema.
    expect(MANDATORY_TESTS.length).toBeGreaterThanOrEqual(33 + 10 + 2)
  })

  test.each<[string, Partial<EditionRecord>]>([
    ['an advisory with only a title', {}],
    ['an advisory without any text', { title: ' ', summary: '', body: '', clouds: [] }],
    ['a closed advisory without any text', { status_id: CLOSED }],
    ['one CVE', { cve_ids: ['CVE-2026-1234'] }],
    [
      'three CVEs and a vector',
      { cve_ids: ['CVE-2026-1234', 'CVE-2026-1235', 'CVE-2026-1236'], cvss_vector: VECTOR },
    ],
    ['a duplicate CVE, and an invalid one', { cve_ids: ['CVE-2026-1234', 'CVE-2026-1234', 'soon'] }],
    ['CVSS 3.1 with a different score', { cvss_vector: VECTOR, cvss_score: 1.1 }],
    ['CVSS 3.0', { cvss_vector: 'CVSS:3.0/AV:L/AC:H/PR:N/UI:N/S:U/C:H/I:N/A:N' }],
    ['CVSS 3.1 with more metrics', { cvss_vector: `${VECTOR}/E:P/RL:O/RC:C/MAV:A/CR:H/MS:X` }],
    ['CVSS 2', { cvss_vector: 'AV:N/AC:L/Au:N/C:P/I:P/A:P' }],
    [
      'CVSS 2 with more metrics',
      { cvss_vector: 'AV:L/AC:H/Au:N/C:C/I:C/A:C/E:POC/RL:OF/RC:C/CDP:LM/TD:H/CR:ND' },
    ],
    [
      'CVSS 4',
      { cvss_vector: 'CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N', cvss_score: 9.3 },
    ],
    ['an invalid vector', { cvss_vector: 'AV:N/AC:L', cvss_score: 5 }],
    ['a score only', { cvss_score: 0 }],
    ['one service', { cve_ids: ['CVE-2026-1234'], services: [11] }],
    ['all clouds, and services of one', { cve_ids: ['CVE-2026-1234'], clouds: [1, 2], services: [11, 12] }],
    ['retired places', { cve_ids: ['CVE-2026-1234'], clouds: [9], services: [13, 99] }],
    ['facts', { advisory: FACTS, available_workaround: 'Restart it.' }],
    ['not affected', { advisory: { ...FACTS, product_status: 'known_not_affected', remediations: [] } }],
    ['fixed', { advisory: { ...FACTS, product_status: 'fixed' }, cvss_vector: VECTOR }],
    [
      'hostile text',
      {
        title: HOSTILE,
        summary: HOSTILE,
        body: `<p>${HOSTILE.replaceAll('&', '&amp;')}</p><script>1</script>`,
        customer_impact: HOSTILE,
        available_workaround: HOSTILE,
        cve_ids: ['CVE-2026-1234'],
        updates: [{ id: 1, posted_on: NOW, status_id: CLOSED, body: `<p>${HOSTILE}</p>` }],
        advisory: {
          product_status: null,
          remediations: [{ category: 'workaround', details: HOSTILE, url: null }],
          references: [{ summary: HOSTILE, url: 'https://a.test/' }],
        },
      },
    ],
    ['long text', { title: 'x'.repeat(300), body: `<p>${'long '.repeat(50_000)}</p>`, cvss_vector: VECTOR }],
    [
      'many releases, two at the same time',
      { revisions: [0, 1, 1, 5, 3].map((day) => new Date(Date.UTC(2026, 4, 1 + day))) },
    ],
  ])('%s', async (_, change) => {
    const document = documentOf(change)
    expect(await csafFaults(document)).toEqual([])
    expect(documentOf(change)).toEqual(document)
  })

  test('hostile names in the site', async () => {
    const edition = madeUpEdition([madeUpAdvisory({ cve_ids: ['CVE-2026-1234'], services: [11] })])
    const { site } = edition
    const odd = {
      ...edition,
      site: {
        ...site,
        provider: { ...site.provider, name: HOSTILE, security_contact: 'x\nEvil: 1', feedback_email: '' },
        products: [{ machine_name: 'internet_access', title: ' ' }],
        clouds: site.clouds.map((cloud) => ({ ...cloud, domain: HOSTILE, title: '' })),
      },
    }
    const document = documentOf({}, odd)
    expect(await csafFaults(document)).toEqual([])
    expect(document.document.publisher.name).toBe(HOSTILE)
  })

  test('everything but an invalid document', async () => {
    const document = documentOf({ cvss_vector: VECTOR })
    document.vulnerabilities[0].scores[0].cvss_v3.baseScore = 5
    expect(await csafFaults(document)).not.toEqual([])
  })
})

describe('CSAF: a document contains', () => {
  test('the original text, unchanged', () => {
    const { document, vulnerabilities } = documentOf({
      title: HOSTILE,
      cve_ids: ['CVE-2026-1234'],
      advisory: FACTS,
    })
    expect(document.title).toBe(HOSTILE)
    expect(document.notes[1].text).toBe('An old package was taken for an update.\n\n• Agent before 4.2')
    expect(vulnerabilities[0].remediations).toEqual([
      {
        category: 'vendor_fix',
        details: 'Install 4.2.',
        url: 'https://xn--exmple-cua.test/4.2?%C3%BC=%5B1%5D',
        product_ids: ['cloud-1'],
      },
    ])
    expect(document.references.map(({ url }: { url: string }) => url)).toEqual([
      `https://trust.northwall.example${FILE}`,
      'https://trust.northwall.example/posts/42',
      'https://a.test/50%25off',
    ])
  })

  test('the address of its post on a cloud that has it', () => {
    const post = (clouds: number[]) => documentOf({ clouds }).document.references[1].url
    expect(post([2])).toBe('https://trust.northwall.example/northwallone.net/posts/42')
    for (const clouds of [[1, 2], [9], []])
      expect(post(clouds)).toBe('https://trust.northwall.example/posts/42')
  })

  test('an informational category without a product status, else the status of each product', () => {
    expect(documentOf({}).document.category).toBe('csaf_informational_advisory')
    expect(documentOf({}).vulnerabilities).toBeUndefined()
    const affected = documentOf({ cve_ids: ['CVE-2026-1234'], services: [11] })
    expect(affected.document).toMatchObject({
      category: 'csaf_security_advisory',
      tracking: { status: 'interim' },
    })
    expect(affected.vulnerabilities[0].product_status).toEqual({ known_affected: ['service-11'] })
    expect(affected.vulnerabilities[0].remediations[0].category).toBe('none_available')
    const closed = documentOf({ cve_ids: ['CVE-2026-1234'], status_id: CLOSED })
    expect(closed.document.tracking.status).toBe('final')
    expect(closed.vulnerabilities[0].product_status).toEqual({ fixed: ['cloud-1'] })
  })

  test('every affected cloud: by its services if some are named, and retired ones by number', () => {
    const products = (change: Partial<EditionRecord>) => productsOf(documentOf(change))
    expect(products({ clouds: [1, 2], services: [11, 12] })).toEqual([
      { product_id: 'service-11', name: 'Northwall DNS Control on northwall.net' },
      { product_id: 'service-12', name: 'Northwall Sandbox on northwall.net' },
      { product_id: 'cloud-2', name: 'Northwall northwallone.net' },
    ])
    expect(products({ clouds: [1, 9], services: [13] })).toEqual([
      { product_id: 'cloud-1', name: 'Northwall northwall.net' },
      { product_id: 'cloud-9', name: 'Northwall Cloud 9, retired' },
      { product_id: 'service-13', name: 'Northwall Old Mail, on a retired cloud' },
    ])
    expect(products({ clouds: [] })).toEqual([{ product_id: 'all-clouds', name: 'Northwall All clouds' }])
    expect(documentOf({ clouds: [9], cve_ids: ['CVE-2026-1234'] }).document.category).toBe(
      'csaf_security_advisory',
    )
  })

  test('the score of the vector, if there is only one vulnerability', () => {
    const one = documentOf({ cve_ids: ['CVE-2026-1234'], cvss_vector: VECTOR, cvss_score: 2 })
    expect(one.vulnerabilities[0].scores).toEqual([
      {
        products: ['cloud-1'],
        cvss_v3: { version: '3.1', vectorString: VECTOR, baseScore: 9.8, baseSeverity: 'CRITICAL' },
      },
    ])
    expect(one.document.aggregate_severity).toEqual({ text: 'Critical' })
    const noteOf = (document: { document: { notes: { category: string; text: string }[] } }) =>
      document.document.notes.find(({ category }) => category === 'general')?.text
    expect(noteOf(one)).toBeUndefined()
    const two = documentOf({
      cve_ids: ['CVE-2026-1234', 'CVE-2026-1235'],
      cvss_vector: VECTOR,
      cvss_score: 9.8,
    })
    expect(
      two.vulnerabilities.map(({ cve, scores }: { cve: string; scores?: unknown }) => [cve, scores]),
    ).toEqual([
      ['CVE-2026-1234', undefined],
      ['CVE-2026-1235', undefined],
    ])
    expect(noteOf(two)).toBe(`9.8 ${VECTOR}`)
  })

  test('its releases, numbered from 1', () => {
    const again = new Date('2026-05-01T00:00:00Z')
    const { tracking } = documentOf({ revisions: [madeUpAdvisory().posted_on as Date, again] }).document
    expect(tracking).toMatchObject({
      id: 'SA-2026-0042',
      version: '2',
      initial_release_date: '2026-03-01T10:00:00.000Z',
      current_release_date: '2026-05-01T00:00:00.000Z',
    })
    expect(tracking.revision_history.map(({ number }: { number: string }) => number)).toEqual(['1', '2'])
    expect(documentOf({ revisions: [] }).document.tracking).toMatchObject({ version: '1' })
  })
})

describe('CSAF: the lists', () => {
  const newer = madeUpAdvisory({ id: 43, posted_on: new Date('2027-01-01T00:00:00Z'), revisions: [] })
  const edition = madeUpEdition([madeUpAdvisory(), newer, madeUpAdvisory({ id: 44, kind: 'incident' })])

  test('name every file, and when it changed, newest first', () => {
    expect(written(edition, '/csaf/white/index.txt')).toBe('2026/sa-2026-0042.json\n2027/sa-2027-0043.json\n')
    expect(written(edition, '/csaf/white/changes.csv')).toBe(
      '"2027/sa-2027-0043.json","2027-01-01T00:00:00.000Z"\n"2026/sa-2026-0042.json","2026-03-01T10:00:00.000Z"\n',
    )
    expect(written(madeUpEdition([]), '/csaf/white/index.txt')).toBe('')
  })

  test('never go back in time when an advisory is withdrawn', () => {
    const note = { id: 43, kind: 'advisory' as const, withdrawn_on: NOW, withdrawn_reason: null }
    for (const left of [[madeUpAdvisory()], []]) {
      const { records, ...rest } = madeUpEdition(left)
      const withdrawn = { ...rest, records: { ...records, notes: new Map([[43, note]]) } }
      const read = (path: string) => JSON.parse(written(withdrawn, path) ?? 'null')
      expect(read('/.well-known/csaf/provider-metadata.json').last_updated).toBe(NOW.toISOString())
      expect(read('/csaf/white/csaf-feed-tlp-white.json').feed.updated).toBe(NOW.toISOString())
    }
  })

  test('have the digests of the files', () => {
    const body = written(edition, FILE) ?? ''
    for (const algorithm of ['sha256', 'sha512']) {
      const hex = createHash(algorithm).update(body).digest('hex')
      expect(written(edition, `${FILE}.${algorithm}`)).toBe(`${hex}  sa-2026-0042.json\n`)
    }
  })

  test('lead to no document for other kinds of records or another year', () => {
    for (const address of [
      '/csaf/white/2026/sa-2026-0044.json',
      '/csaf/white/2025/sa-2026-0042.json',
      '/csaf/white/2026/sa-2026-42.json',
      '/csaf/white/2026/sa-2026-00042.json',
      '/csaf/white/2026/SA-2026-0042.json',
      '/csaf/white/2026/constructor.json',
    ])
      expect(written(edition, address), address).toBeUndefined()
  })

  test('lead to a document at every address', () => {
    const addresses = csafFamily.routes.flatMap((route) => route.addresses(edition))
    expect(addresses).toHaveLength(5 + 2 * 4)
    for (const address of addresses) expect(written(edition, address), address).toBeDefined()
  })
})

test('CSAF: releases count from the first, even before the publication log began', () => {
  const [first, second, third] = ['2026-01-01', '2026-02-01', '2026-03-01'].map((day) => new Date(day)) as [
    Date,
    Date,
    Date,
  ]
  expect(revisionTimes({ postedOn: first, publications: [] })).toEqual([first])
  expect(revisionTimes({ postedOn: first, publications: [first, second] })).toEqual([first, second])
  expect(revisionTimes({ postedOn: first, publications: [third, second] })).toEqual([first, second, third])
  expect(revisionTimes({ postedOn: second, publications: [first, third] })).toEqual([second, third])
})

test('CSAF: URLs are normalized for the strictest parsers', () => {
  expect(uriOf('https://exämple.test/ü?q=ö')).toBe('https://xn--exmple-cua.test/%C3%BC?q=%C3%B6')
  expect(uriOf('https://a.test/50%off[1]#a#b')).toBe('https://a.test/50%25off%5B1%5D#a%23b')
  expect(uriOf('https://a.test/%41')).toBe('https://a.test/%41')
  for (const odd of ['http://a.test', 'https://a b.test/', 'javascript:alert(1)', '', 'https://'])
    expect(uriOf(odd), odd).toBeUndefined()
})
