import { ageWords } from '../../ui/times/age-words.ts'
import { agoWords, untilWords } from './until-words.ts'

/** What a time says about the present. Only known in the browser. */
export const NOW_WORDS = {
  /** `in 18 minutes` */
  until: untilWords,
  /** `for 3 h 12 min` */
  elapsed: (now: Date, since: string) => `for ${ageWords(Date.parse(since), now.getTime())}`,
  /** `, 14 minutes ago` */
  ago: (now: Date, since: string) => `, ${agoWords(now, since)}`,
}
export type NowWordsKind = keyof typeof NOW_WORDS
