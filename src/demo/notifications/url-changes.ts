import { URL_RESEARCH } from '../bylines.ts'
import type { DemoRecord } from '../demo-record.ts'
import { HISTORY_DAYS } from '../demo-time.ts'
import { fill, paragraphs } from '../fill.ts'
import { fresh } from '../fresh.ts'
import { deck, randomNamed } from '../random.ts'
import { writeNotice } from './notice.ts'
import { URL_CATEGORIES } from './terms.ts'

const URL_CHANGES = 132
const CLASSIFIES_URLS: readonly string[] = ['internet_access', 'government', 'workload_protection']

/** {a} and {b} are categories, {count} a number of sites. */
const CHANGES = [
  {
    title: '{a}: {count} sites move to {b}',
    summary: 'A review found {count} sites in {a} that belong to {b}. They will be reclassified.',
    action: 'Check rules that treat {a} and {b} differently.',
    usesTwo: true,
  },
  {
    title: '{a}: definition made more exact',
    summary: 'The definition of {a} now says which sites with mixed content belong to it.',
    action: 'About {count} sites change their category. Read the new definition in the help pages.',
    usesTwo: false,
  },
  {
    title: '{a}: review of regional sites',
    summary: 'Sites in languages that we had covered thinly have been reviewed, {count} of them for {a}.',
    action: 'Organizations with offices in several countries may see more matches for {a}.',
    usesTwo: false,
  },
  {
    title: '{a}: sites without content removed',
    summary: 'We removed {count} addresses from {a} because nothing has been served there for ninety days.',
    action: 'The addresses are uncategorized until they are in use again. No action is needed in most cases.',
    usesTwo: false,
  },
  {
    title: 'New sub-category within {a}',
    summary: 'Part of {a} becomes a sub-category of its own, with {count} sites at the start.',
    action: 'Rules for {a} apply to the sub-category as well until you change them.',
    usesTwo: false,
  },
  {
    title: '{a} and {b}: shared hosts classified by path',
    summary: 'Hosts that carry both {a} and {b} are now classified by path instead of by host.',
    action: 'TLS inspection is needed for the path to be seen; without it the category of the host applies.',
    usesTwo: true,
  },
  {
    title: '{a}: correction after customer reports',
    summary:
      'Customers reported sites that were wrongly listed under {a}. We corrected these and {count} like them.',
    action: 'Exceptions made for these sites can be removed.',
    usesTwo: false,
  },
  {
    title: '{a}: faster classification of new sites',
    summary:
      'New sites are checked for {a} within five minutes of the first request, instead of once an hour.',
    action: 'No action is needed.',
    usesTwo: false,
  },
  {
    title: '{b}: overlap with {a} removed',
    summary: '{count} sites were listed under both {a} and {b}. Each now has one category.',
    action: 'Reports may show fewer matches for {a} and more for {b}.',
    usesTwo: true,
  },
  {
    title: '{a}: higher precision by a new model',
    summary: 'A new language model decides borderline cases of {a}. In tests it halved the number of errors.',
    action: 'About {count} sites change their category in the first week.',
    usesTwo: false,
  },
  {
    title: '{a}: sites behind link shorteners',
    summary: 'Short links that lead to {a} are now classified by their target.',
    action: 'Rules for {a} apply to such links from now on.',
    usesTwo: false,
  },
] as const

export function urlChangeNotifications(): DemoRecord[] {
  const random = randomNamed('url changes')
  const dealChange = deck(random, CHANGES)
  const dealCategory = deck(random, URL_CATEGORIES)
  const titles = new Set<string>()

  return Array.from({ length: URL_CHANGES }, (_, index) => {
    const { change, slots, title } = fresh(draft, (made) => !titles.has(made.title))
    titles.add(title)
    const { a, b } = slots
    const summary = fill(change.summary, slots)
    return writeNotice(
      {
        type: 'url_change_notification',
        title,
        summary,
        body: [
          paragraphs(summary),
          `<h3>What to do</h3>${paragraphs(fill(change.action, slots))}`,
          `<p>Single addresses can be checked at <a href="https://lookup.northwall.example/">lookup.northwall.example</a>.</p>`,
        ].join(''),
        terms: change.usesTwo ? [a, b] : [a],
        tags: ['URL categories', ...(change.usesTwo ? [a, b] : [a])],
        byline: URL_RESEARCH,
        hasImpact: change.usesTwo,
        clouds: (cloud) => CLASSIFIES_URLS.includes(cloud.product),
        postedDaysAgo: spread(index, URL_CHANGES, random.int(0, 8)),
        effectiveAfterDays: random.int(5, 14),
        statuses: ['Scheduled', 'Completed'],
      },
      random,
    )
  })

  function draft() {
    const change = dealChange()
    const a = dealCategory()
    const b = fresh(dealCategory, (category) => category !== a)
    const slots = { a, b, count: random.int(12, 940) }
    return { change, slots, title: fill(change.title, slots) }
  }
}

export function spread(index: number, count: number, jitterDays: number): number {
  const step = (HISTORY_DAYS - 12) / count
  return 1 + Math.floor(index * step) + jitterDays
}
