import type { AdvisoryFacts } from '../../domain/csaf/advisory-facts.ts'
import { cvssScore } from '../../domain/csaf/cvss-score.ts'
import { PRODUCT_SECURITY } from '../bylines.ts'
import { CLOUDS } from '../clouds.ts'
import { type DemoRecord, type DemoUpdate, demoRecord, type StatusName } from '../demo-record.ts'
import { HISTORY_DAYS, MINUTES_PER_DAY } from '../demo-time.ts'
import { paragraphs } from '../fill.ts'
import { internalsDealer } from '../internals.ts'
import { type Random, randomNamed } from '../random.ts'
import { COMPONENTS, type Component } from './components.ts'
import { WEAKNESSES, type Weakness, type WeaknessKey } from './weaknesses.ts'

const ADVISORIES = 188
const FIRST_NUMBER = 101
const INTERNALS_SHARE = 0.3
const ARCHIVED_AFTER_DAYS = 1000

const REPORTERS: readonly string[] = [
  'Found by our own security tests.',
  'Reported by a customer under coordinated disclosure.',
  'Reported by an independent researcher through our bounty program.',
  'Found during the yearly penetration test by an outside firm.',
  'Found by automatic analysis of our source code.',
  'Learned from the public notice of the open-source project.',
]

interface Finding {
  component: Component
  weakness: Weakness
  title: string
}

export function advisories(): DemoRecord[] {
  const random = randomNamed('advisories')
  const dealInternals = internalsDealer(random)
  const findings = random.shuffle(allFindings()).slice(0, ADVISORIES)
  const days = findings.map(() => random.int(3, HISTORY_DAYS - 5)).sort((a, b) => b - a)

  return findings.map((finding, index) => {
    const daysAgo = days[index] ?? 3
    return writeAdvisory({
      ...finding,
      number: FIRST_NUMBER + index,
      daysAgo,
      random,
      internals: dealInternals({ share: INTERNALS_SHARE }),
    })
  })
}

function allFindings(): Finding[] {
  return COMPONENTS.flatMap((component, index) =>
    component.weaknesses.flatMap((key) =>
      titlesOf(key, index).map((title) => ({
        component,
        weakness: WEAKNESSES[key],
        title: `${component.name}: ${title}`,
      })),
    ),
  )
}

function titlesOf(key: WeaknessKey, index: number): readonly string[] {
  const { titles } = WEAKNESSES[key]
  return key === 'library' ? titles.slice(index % titles.length, (index % titles.length) + 1) : titles
}

interface Advisory extends Finding {
  number: number
  daysAgo: number
  random: Random
  internals: DemoRecord['internals']
}

function writeAdvisory({
  component,
  weakness,
  title,
  number,
  daysAgo,
  random,
  internals,
}: Advisory): DemoRecord {
  const id = `NWSA-${String(number).padStart(4, '0')}`
  const vector = random.pick(weakness.vectors)
  const { score, rating } = ratingOf(vector)
  const release = releaseOf(daysAgo, random)
  const remedy = component.isInstalled
    ? `Install version <strong>${release}</strong> or newer. It is offered in the portal and through automatic updates.`
    : 'We have updated the service. No customer action is needed.'
  const postedOn = -daysAgo * MINUTES_PER_DAY + random.int(8 * 60, 19 * 60)
  const status = statusAfter(daysAgo, random)
  const updates = updatesUntil(status, {
    postedOn,
    daysAgo,
    remedy,
    isInstalled: component.isInstalled,
    random,
  })
  const last = updates.at(-1)
  const clouds = CLOUDS.filter((cloud) => component.products.includes(cloud.product) && !cloud.isBeta)

  return demoRecord({
    kind: 'advisory',
    incidentType: 'advisory',
    eventType: 'security_advisory',
    severity: 'Security Advisory',
    status,
    title: `${id} ${title}`,
    summary: `${weakness.what} Rated ${rating} (${score}).`,
    body: [
      paragraphs(weakness.what, weakness.condition),
      '<ul>',
      `<li><strong>Rating:</strong> ${rating}, base score ${score.toFixed(1)}</li>`,
      `<li><strong>Weakness:</strong> <code>${weakness.cwe}</code></li>`,
      `<li><strong>Affected:</strong> ${component.name}${component.isInstalled ? ` before ${release}` : ''}</li>`,
      `<li><strong>Reference:</strong> <code>${id}</code></li>`,
      '</ul>',
      `<p>We know of no attacks on customers with this vulnerability. Questions: <a href="https://support.northwall.example/">Support</a>.</p>`,
    ].join(''),
    tags: [component.name, weakness.tag, rating],
    createdAt: postedOn - random.int(300, 9000),
    postedOn,
    updatedOn: last?.postedOn ?? postedOn,
    closedOn: status === 'Monitoring' ? null : (last?.postedOn ?? postedOn),
    from: postedOn,
    author: PRODUCT_SECURITY,
    createdBy: PRODUCT_SECURITY,
    updatedBy: PRODUCT_SECURITY,
    resolvedBy: status === 'Monitoring' ? null : PRODUCT_SECURITY,
    customerImpact: weakness.condition,
    workaround: weakness.workaround,
    howFound: random.pick(REPORTERS),
    cveIds: cveIdsOf(number),
    cvssScore: score,
    cvssVector: vector,
    advisory: factsOf({ id, release, isInstalled: component.isInstalled }),
    cloudIds: clouds.map((cloud) => cloud.id),
    updates,
    internals,
  })
}

function ratingOf(vector: string): { score: number; rating: string } {
  const scored = cvssScore(vector)
  if (typeof scored !== 'object') throw new Error(`${vector} has no score`)
  const { baseScore: score, severity } = scored
  return { score, rating: severity.charAt(0) + severity.slice(1).toLowerCase() }
}

/** In the year reserved for examples, because any other ID may be real. Some advisories have none, some two. */
function cveIdsOf(number: number): string[] {
  if (number % 3 === 0) return []
  const ids = [`CVE-1900-${10_000 + number}`]
  return number % 7 === 0 ? [...ids, `CVE-1900-${20_000 + number}`] : ids
}

function factsOf({
  id,
  release,
  isInstalled,
}: {
  id: string
  release: string
  isInstalled: boolean
}): AdvisoryFacts {
  const details = isInstalled
    ? `Install version ${release} or newer. It is offered in the portal and through automatic updates.`
    : 'The service has been updated. No customer action is needed.'
  const url = isInstalled ? 'https://help.northwall.example/releases' : null
  return {
    product_status: null,
    remediations: [{ category: 'vendor_fix', details, url }],
    references: [
      {
        summary: `${id} in the help pages`,
        url: `https://help.northwall.example/security/${id.toLowerCase()}`,
      },
    ],
  }
}

/** One release a month, so that versions rise over the years. */
function releaseOf(daysAgo: number, random: Random): string {
  const month = Math.floor((HISTORY_DAYS - daysAgo) / 30)
  return `${3 + Math.floor(month / 24)}.${month % 24}.${random.int(1, 4)}`
}

function statusAfter(daysAgo: number, random: Random): StatusName {
  if (daysAgo < 60) return random.chance(0.7) ? 'Monitoring' : 'Remediated'
  return daysAgo > ARCHIVED_AFTER_DAYS ? 'Archived' : 'Remediated'
}

interface History {
  postedOn: number
  daysAgo: number
  remedy: string
  isInstalled: boolean
  random: Random
}

function updatesUntil(
  status: StatusName,
  { postedOn, daysAgo, remedy, isInstalled, random }: History,
): DemoUpdate[] {
  const update = (day: number, to: StatusName, body: string): DemoUpdate => ({
    postedOn: Math.min(postedOn + day * MINUTES_PER_DAY + random.int(5, 300), -random.int(30, 400)),
    status: to,
    severity: null,
    body,
    createdBy: PRODUCT_SECURITY,
  })
  const watching = update(0, 'Monitoring', random.pick(WATCHING_TEXTS))
  if (status === 'Monitoring') return [watching]

  const remediated = update(
    Math.min(random.int(1, 21), Math.max(1, daysAgo - 2)),
    'Remediated',
    isInstalled ? `<p>${remedy}</p>` : paragraphs(random.pick(REMEDIATED_TEXTS)),
  )
  if (status === 'Remediated') return [watching, remediated]
  return [
    watching,
    remediated,
    update(random.int(180, 700), 'Archived', paragraphs(random.pick(ARCHIVED_TEXTS))),
  ]
}

const WATCHING_TEXTS: readonly string[] = [
  '<p>We searched our logs for signs of exploitation and found none. The search continues daily.</p>',
  '<p>Detection of attempts to exploit this vulnerability is in place on all clouds.</p>',
  '<p>A correction is being tested. We will update this advisory when it is available.</p>',
  '<p>We have informed customers with affected configurations directly.</p>',
]

const REMEDIATED_TEXTS: readonly string[] = [
  'The fix is deployed on all clouds. Logs show no exploitation before that.',
  'All systems have been updated and verified.',
  'The update is complete. An independent test confirmed that the vulnerability is gone.',
  'The fix has been deployed for a week without findings.',
]

const ARCHIVED_TEXTS: readonly string[] = [
  'No supported version is affected anymore. This advisory is kept for reference.',
  'Archived: the affected versions have reached the end of their support.',
  'Archived. The text stays available under the same address.',
]
