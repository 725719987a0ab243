import { htmlOfText } from '../automation/html-of-text.ts'
import type { News } from './plan-alerts.ts'

/** More would be a log and not a message. */
const SAID_AT_MOST = 5

export const IT_HAS_BEGUN = 'Our monitoring reports trouble. We are looking into it.'
export const MORE_IS_AFFECTED = 'Our monitoring reports that more is affected.'
export const IT_IS_BACK = 'Our monitoring reports the same trouble again.'
export const IT_IS_OVER = 'Our monitoring reports that the trouble is over.'

/** What readers are told of news: the words that the alerts bring, each once. */
export function wordsOfNews({ alerts }: News): string[] {
  const words = alerts.map((alert) => alert.words).filter((each) => each !== '')
  return [...new Set(words)].slice(0, SAID_AT_MOST)
}

export function openingBody(news: News): string {
  const words = wordsOfNews(news)
  return htmlOfText((words.length === 0 ? [IT_HAS_BEGUN] : words).join('\n\n'))
}

export function updateBody(news: News, severity: string | undefined): string {
  const words = wordsOfNews(news)
  const graver = severity === undefined ? [] : [`We now regard this as: ${severity}.`]
  const said = [...graver, ...words]
  return htmlOfText((said.length === 0 ? [MORE_IS_AFFECTED] : said).join('\n\n'))
}

export function reopeningBody(news: News): string {
  return htmlOfText([IT_IS_BACK, ...wordsOfNews(news)].join('\n\n'))
}
