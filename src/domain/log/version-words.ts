import { diffWordsWithSpace } from 'diff'
import { formatTime } from '../format-time.ts'
import { becauseWords } from '../newsroom/withdrawal-words.ts'
import { plainText } from '../plain-text.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time.ts'
import { countInWords, inARow } from '../verdict.ts'
import type { LogAct } from './log-entry.ts'
import type { VersionChange, VersionPlace } from './version-changes.ts'

export interface MarkedWords {
  text: string
  mark?: 'added' | 'removed'
}

export interface VersionLine {
  text: string
  words?: MarkedWords[]
}

/** Undefined if the thing no longer exists. */
export interface VersionNames {
  place(kind: VersionPlace, id: number): string | undefined
  severity(tid: number): string | undefined
  status(id: number): string | undefined
}

export interface VersionTimes {
  at: Date
  firstAt: Date
}

/** What one answer may still compare and show, so that a post with long texts and many versions doesn't block others. */
export interface WordBudget {
  characters: number
  /** Of searches for the shortest difference, whose cost grows with the square of the edits. */
  steps: number
}

export function newWordBudget(): WordBudget {
  return { characters: MOST_CHARACTERS, steps: MOST_STEPS }
}

export function versionLine(
  change: VersionChange,
  names: VersionNames,
  times: VersionTimes,
  budget: WordBudget,
): VersionLine {
  const marked = (text: string, before: string, after: string) =>
    markedLine(text, plainText(before), plainText(after), budget)
  switch (change.kind) {
    case 'words':
      return wordsLine(change, marked)
    case 'facts':
      return factLine(change, marked)
    case 'time':
      return { text: timeSentence(change, times) }
    case 'severity':
    case 'status':
      return { text: numberSentence(change, names[change.kind]) }
    case 'places':
      return { text: placesSentence(change, names) }
    case 'place-states':
      return { text: 'Severity of single services or data centers changed' }
    case 'update-posted': {
      const status = names.status(change.statusId)
      return { text: status === undefined ? 'Update posted' : `Update posted: ${status}` }
    }
    case 'update-words':
      return marked(`Update of ${minuteWords(change.postedOn)} reworded`, change.before, change.after)
    case 'update-time':
      return { text: timeSentence({ ...change, label: 'Time of an update' }, times) }
    case 'update-status': {
      const [from, to] = [change.before, change.after].map((id) => names.status(id) ?? 'unknown')
      return { text: `Status of the update of ${minuteWords(change.postedOn)} changed from ${from} to ${to}` }
    }
    case 'update-removed':
      return marked(`Update of ${minuteWords(change.postedOn)} removed`, change.words, '')
    case 'post-mortem':
      return { text: POST_MORTEM_WORDS[change.act] }
    case 'withdrawn':
      return { text: `Withdrawn${becauseWords(change.reason).replace(/\.$/, '')}` }
    case 'restored':
      return { text: 'Published again' }
  }
}

const POST_MORTEM_WORDS = {
  published: 'Post-mortem published',
  removed: 'Post-mortem removed',
  'actions-changed': 'Actions of the post-mortem updated',
} as const

export function firstVersionWords(act: LogAct): string {
  switch (act) {
    case 'found':
      return 'Published before the log began'
    case 'imported':
      return 'Imported'
    case 'moved':
      return 'Demo content moved to today'
    default:
      return 'Published'
  }
}

type Marked = (text: string, before: string, after: string) => VersionLine

interface WordsChange {
  label: string
  before: string
  after: string
}

function wordsLine({ label, before, after }: WordsChange, marked: Marked): VersionLine {
  if (plainText(before) === plainText(after)) return { text: `${label}: formatting, links or images changed` }
  if (before === '') return marked(`${label} added`, before, after)
  if (after === '') return marked(`${label} removed`, before, after)
  return marked(`${label} changed`, before, after)
}

function factLine({ label, before, after }: WordsChange, marked: Marked): VersionLine {
  if (before === after) return { text: `${label} changed` }
  return wordsLine({ label, before, after }, marked)
}

export function timeSentence(
  { label, before, after }: { label: string; before: string | null; after: string | null },
  times: VersionTimes,
): string {
  const late = afterPublication(times)
  if (after === null)
    return `${label} ${before === null ? 'changed' : `${minuteWords(before)} removed`}${late}`
  if (before === null) return `${label} set to ${minuteWords(after)}${late}`
  const isSameDay = before.slice(0, DAY_LENGTH) === after.slice(0, DAY_LENGTH)
  const isSameMinute = before.slice(0, MINUTE_LENGTH) === after.slice(0, MINUTE_LENGTH)
  const [from, to] = isSameMinute
    ? [clock(before, SECOND_LENGTH), clock(after, SECOND_LENGTH)]
    : isSameDay
      ? [clock(before, MINUTE_LENGTH), clock(after, MINUTE_LENGTH)]
      : [dayAndMinute(before), dayAndMinute(after)]
  return `${label} moved from ${from} to ${to} UTC${late}`
}

const DAY_LENGTH = '2026-11-10'.length
const MINUTE_LENGTH = '2026-11-10T14:02'.length
const SECOND_LENGTH = '2026-11-10T14:02:00'.length

function clock(iso: string, end: number): string {
  return iso.slice(DAY_LENGTH + 1, end)
}

function dayAndMinute(iso: string): string {
  const [, day = '', minute = ''] = /^\w+, (\d+ \w+ \d+) (\d+:\d+)/.exec(formatTime(new Date(iso))) ?? []
  return `${day}, ${minute}`
}

export function minuteWords(iso: string): string {
  return `${dayAndMinute(iso)} UTC`
}

function afterPublication({ at, firstAt }: VersionTimes): string {
  const ms = at.getTime() - firstAt.getTime()
  return ms < MINUTE_MS ? '' : `, ${durationWords(ms)} after publication`
}

function durationWords(ms: number): string {
  if (ms < 2 * HOUR_MS) return counted(ms / MINUTE_MS, 'minute')
  return ms < 2 * DAY_MS ? counted(ms / HOUR_MS, 'hour') : counted(ms / DAY_MS, 'day')
}

function counted(amount: number, unit: string): string {
  const whole = Math.floor(amount)
  return `${countInWords(whole)} ${unit}${whole === 1 ? '' : 's'}`
}

function numberSentence(
  change: { kind: 'severity' | 'status'; before: number | null; after: number | null },
  nameOf: (id: number) => string | undefined,
): string {
  const name = (id: number | null) => (id === null ? 'none' : (nameOf(id) ?? 'unknown'))
  const label = change.kind === 'severity' ? 'Severity' : 'Status'
  return `${label} changed from ${name(change.before)} to ${name(change.after)}`
}

const PLACE_NOUNS: Record<VersionPlace, [string, string]> = {
  cloud: ['a cloud', 'clouds'],
  service: ['a service', 'services'],
  'data-center': ['a data center', 'data centers'],
}

function placesSentence(
  { place, added, removed }: { place: VersionPlace; added: number[]; removed: number[] },
  names: VersionNames,
): string {
  const part = (ids: number[], verb: string) => {
    if (ids.length === 0) return []
    const known = [...new Set(ids.flatMap((id) => names.place(place, id) ?? []))]
    const shown = known.slice(0, NAMED_AT_MOST)
    const more = ids.length - shown.length
    const [one, many] = PLACE_NOUNS[place]
    const others =
      more === 0 ? [] : [shown.length > 0 ? `${more} more` : more === 1 ? one : `${more} ${many}`]
    return [`${inARow([...shown, ...others])} ${verb}`]
  }
  const sentence = [...part(added, 'added'), ...part(removed, 'removed')].join('; ')
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}

const NAMED_AT_MOST = 12

/** Longer rewrites are shown as a whole. */
const MOST_EDITS = 150
/** In one answer: five rewrites of that length, which took about 90 ms on a busy machine, or many small changes. */
const MOST_STEPS = 5 * MOST_EDITS ** 2
const MOST_CHARACTERS = 200_000
const WORDS_BESIDE = 12

function markedLine(text: string, before: string, after: string, budget: WordBudget): VersionLine {
  const characters = before.length + after.length
  if (characters > budget.characters) return { text }
  budget.characters -= characters
  return { text, words: markedWords(before, after, budget) }
}

export function markedWords(before: string, after: string, budget: WordBudget): MarkedWords[] {
  const all = before === '' || after === '' ? undefined : differenceOf(before, after, budget)
  const parts: MarkedWords[] = (
    all ?? [
      { value: before, removed: true },
      { value: after, added: true },
    ]
  )
    .filter(({ value }) => value !== '')
    .map(({ value, added, removed }) => ({
      text: value,
      ...(added === true && { mark: 'added' as const }),
      ...(removed === true && { mark: 'removed' as const }),
    }))
  return parts.map((part, at) =>
    part.mark === undefined
      ? { text: cut(part.text, { isFirst: at === 0, isLast: at === parts.length - 1 }) }
      : part,
  )
}

function differenceOf(before: string, after: string, budget: WordBudget) {
  const maxEditLength = Math.min(MOST_EDITS, Math.floor(Math.sqrt(budget.steps)))
  if (maxEditLength === 0) return undefined
  const parts = diffWordsWithSpace(before, after, { maxEditLength })
  const edits = parts?.reduce((sum, { added, removed, count }) => (added || removed ? sum + count : sum), 0)
  budget.steps = Math.max(0, budget.steps - (edits ?? maxEditLength) ** 2)
  return parts
}

function cut(text: string, { isFirst, isLast }: { isFirst: boolean; isLast: boolean }): string {
  const words = text.split(/(?<=\s)(?=\S)/)
  const most = (isFirst || isLast ? 1 : 2) * WORDS_BESIDE
  if (words.length <= most) return text
  const start = isFirst ? '' : words.slice(0, WORDS_BESIDE).join('')
  const end = isLast ? '' : words.slice(-WORDS_BESIDE).join('')
  return `${start}… ${end}`
}
