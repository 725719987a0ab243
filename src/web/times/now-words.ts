import { ageWords } from '../../ui/times/age-words.ts'
import { agoWords, untilWords } from './until-words.ts'

/** What a time says about the present. Only known in the browser. */
export const NOW_WORDS = {
  until: untilWords,
  elapsed: (now: Date, since: string) => `for ${ageWords(Date.parse(since), now.getTime())}`,
  ago: (now: Date, since: string) => `, ${agoWords(now, since)}`,
}
export type NowWordsKind = keyof typeof NOW_WORDS
