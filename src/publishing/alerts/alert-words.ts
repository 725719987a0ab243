import { htmlOfText } from '../automation/content-of-fields.ts'
import type { Things } from '../automation/names-of-things.ts'
import { placesOfNews } from './add-places.ts'
import type { News } from './plan-alerts.ts'

export function titleOfPlaces(news: News, { service_categories, regions, clouds }: Things): string {
  const places = placesOfNews(news)
  return usualTitle({
    services: namesIn(
      service_categories.flatMap(({ services }) => services),
      places.services,
    ),
    dataCenters: namesIn(
      regions.flatMap(({ data_centers }) => data_centers),
      places.data_centers,
    ),
    clouds: clouds.filter(({ id }) => places.clouds.includes(id)).map(({ title }) => title),
  })
}

function namesIn(of: readonly { tid: number; name: string }[], tids: readonly number[]) {
  return of.filter(({ tid }) => tids.includes(tid)).map(({ name }) => name)
}

interface NamedPlaces {
  services: readonly string[]
  dataCenters: readonly string[]
  clouds: readonly string[]
}

/** The title of an incident whose alerts have none for readers. It contains nothing internal. */
export function usualTitle({ services, dataCenters, clouds }: NamedPlaces): string {
  const onClouds = clouds.length === 0 ? '' : ` on ${listed(clouds)}`
  if (services.length > 0) return `Problem with ${listed(services)}${onClouds}`
  if (dataCenters.length > 0) return `Problem in ${listed(dataCenters)}${onClouds}`
  return clouds.length > 0 ? `Problem${onClouds}` : 'Problem detected by our monitoring'
}

const NAMED_AT_MOST = 3

/** The same service exists on every cloud; name it once. */
function listed(names: readonly string[]): string {
  const each = [...new Set(names)]
  return each.length <= NAMED_AT_MOST
    ? each.join(', ')
    : `${each.slice(0, NAMED_AT_MOST).join(', ')} and more`
}

const SAID_AT_MOST = 5

const IT_HAS_BEGUN = 'Our monitoring has detected a problem. We are investigating.'
const MORE_IS_AFFECTED = 'Our monitoring shows that more is affected.'
const IT_IS_BACK = 'Our monitoring has detected the same problem again.'
const IT_IS_OVER = 'Our monitoring shows that the problem is over.'

function wordsOfNews({ alerts }: News): string[] {
  const words = alerts.map((alert) => alert.words).filter((each) => each !== '')
  return [...new Set(words)].slice(0, SAID_AT_MOST)
}

export function openingBody(news: News): string {
  const words = wordsOfNews(news)
  return htmlOfText((words.length === 0 ? [IT_HAS_BEGUN] : words).join('\n\n'))
}

export function updateBody(news: News, severity: string | undefined): string {
  const words = wordsOfNews(news)
  const graver = severity === undefined ? [] : [`Severity is now: ${severity}.`]
  const said = [...graver, ...words]
  return htmlOfText((said.length === 0 ? [MORE_IS_AFFECTED] : said).join('\n\n'))
}

export function endingBody(): string {
  return htmlOfText(IT_IS_OVER)
}

export function reopeningBody(news: News): string {
  return htmlOfText([IT_IS_BACK, ...wordsOfNews(news)].join('\n\n'))
}
