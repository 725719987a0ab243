import { expect, test } from 'vitest'
import { type CspReport, CspReports, cspReportsIn } from './csp-reports.ts'

const NOW = new Date('2026-11-17T04:00:00Z')
const LATER = new Date(NOW.getTime() + 10 * 60_000)
const REPORT: CspReport = { directive: 'script-src-elem', blocked: 'https://elsewhere.example', page: '/faq' }

function noted() {
  const counted: string[] = []
  const logged: CspReport[] = []
  return {
    reports: new CspReports({
      count: (directive) => counted.push(directive),
      log: (report) => logged.push(report),
    }),
    counted,
    logged,
  }
}

test('reads both report formats and drops everything about the reader', () => {
  const inOldForm = {
    'csp-report': {
      'document-uri': 'https://status.example/northwall.net/posts/1234?token=secret#x',
      'violated-directive': "script-src 'self'",
      'blocked-uri': 'https://elsewhere.example/path?name=somebody',
      'script-sample': 'secret words',
    },
  }
  expect(cspReportsIn(inOldForm)).toEqual([
    { directive: 'script-src', blocked: 'https://elsewhere.example', page: '/northwall.net/posts/:id' },
  ])
  const inNewForm = [
    { type: 'deprecation', body: {} },
    {
      type: 'csp-violation',
      body: {
        documentURL: 'https://status.example/user/verify/Zm9vYmFyYmF6MTIzNDU2Nzg5MA',
        effectiveDirective: 'require-trusted-types-for',
        blockedURL: 'trusted-types-sink',
        sample: 'Element innerHTML|secret',
      },
    },
  ]
  expect(cspReportsIn(inNewForm)).toEqual([
    { directive: 'require-trusted-types-for', blocked: 'trusted-types-sink', page: '/user/verify/:id' },
  ])
})

test('reduces forged directives and URLs to one word each', () => {
  const body = { 'effective-directive': 'x'.repeat(999), 'blocked-uri': 'no address\n', 'document-uri': 7 }
  expect(cspReportsIn({ 'csp-report': body })).toEqual([
    { directive: 'other', blocked: 'unknown', page: '/unknown' },
  ])
})

test.each([
  'moz-extension://a1/x.js',
  'chrome-extension',
  'safari-web-extension://b2',
  'webkit-masked-url://hidden/',
])('ignores the browser extension %s', (address) => {
  const url = address.includes(':') ? address : `${address}://c3/y.js`
  expect(cspReportsIn({ 'csp-report': { 'blocked-uri': url } })).toEqual([])
  expect(cspReportsIn([{ type: 'csp-violation', body: { sourceFile: url } }])).toEqual([])
})

test.each([[undefined], ['text'], [null], [{}], [{ 'csp-report': 1 }], [[1]], [[{ type: 'csp-violation' }]]])(
  '%j is not a report',
  (body) => expect(cspReportsIn(body)).toBeUndefined(),
)

test('logs each kind once in ten minutes, and counts all', () => {
  const { reports, counted, logged } = noted()
  reports.note([REPORT, REPORT, { ...REPORT, page: '/' }], { client: 'a', now: NOW })
  reports.note([REPORT], { client: 'b', now: NOW })
  expect([counted.length, logged.length]).toEqual([4, 2])
  reports.note([REPORT], { client: 'b', now: LATER })
  expect([counted.length, logged.length]).toEqual([5, 3])
})

const madeUp = (count: number): CspReport[] =>
  Array.from({ length: count }, (_, n) => ({ ...REPORT, blocked: `https://${n}.example` }))

test('accepts 60 reports per client and minute', () => {
  const { reports, counted } = noted()
  reports.note(madeUp(500), { client: 'a', now: NOW })
  expect(counted).toHaveLength(60)
  reports.note([REPORT], { client: 'b', now: NOW })
  reports.note([REPORT], { client: 'a', now: NOW })
  expect(counted).toHaveLength(61)
  reports.note([REPORT], { client: 'a', now: LATER })
  expect(counted).toHaveLength(62)
})

test("forged kinds don't fill the log, and one client leaves room for others", () => {
  const { reports, logged } = noted()
  reports.note(madeUp(500), { client: 'a', now: NOW })
  expect(logged).toHaveLength(10)
  reports.note([REPORT], { client: 'b', now: NOW })
  expect(logged).toHaveLength(11)
  for (let n = 0; n < 100; n++)
    reports.note(
      madeUp(20).map((report) => ({ ...report, page: `/${n}` })),
      { client: `c${n}`, now: NOW },
    )
  expect(logged).toHaveLength(50)
  reports.note([REPORT], { client: 'a', now: LATER })
  expect(logged).toHaveLength(51)
})

test('an IPv6 network counts as four clients, however many addresses it has, and blocks no one else', () => {
  const { reports, counted, logged } = noted()
  const others = madeUp(20_000)
  for (const [n, report] of others.entries())
    reports.note([report], { client: `2001:db8:0:${n.toString(16)}::/64`, now: NOW })
  expect([counted.length, logged.length]).toEqual([240, 10])
  reports.note([REPORT], { client: '2001:db8:1:0::/64', now: NOW })
  expect([counted.length, logged.length]).toEqual([241, 11])
})
