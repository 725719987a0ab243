import { fillPlaceholders, placeholdersIn, unfilledWords } from './newsroom/placeholders.ts'
import { storable } from './newsroom/tidy-content.ts'
import { plainText } from './plain-text.ts'
import { DAY_MS, dayName, parseDay, type UtcDay, utcDay } from './time.ts'

/** In the order of the page. Each is HTML and may be empty. */
export const POST_MORTEM_PARTS = {
  what_happened: { label: 'What happened' },
  impact: { label: 'Impact' },
  why: { label: 'Why it happened' },
  what_we_do: { label: 'What we do about it' },
} as const
export type PostMortemPart = keyof typeof POST_MORTEM_PARTS
export const PART_NAMES = Object.keys(POST_MORTEM_PARTS) as PostMortemPart[]

export const ACTION_STATES = ['planned', 'in_progress', 'done'] as const
export type ActionState = (typeof ACTION_STATES)[number]
export const ACTION_STATE_WORDS: Record<ActionState, string> = {
  planned: 'Planned',
  in_progress: 'In progress',
  done: 'Done',
}

export const ACTION_CHARACTERS = 500
export const ACTIONS_AT_MOST = 50

export interface PostMortemAction {
  /** Plain text. */
  words: string
  state: ActionState
  /** Days such as `2026-11-30`. */
  due_on: string | null
  done_on: string | null
}

export interface PostMortemContent extends Record<PostMortemPart, string> {
  actions: PostMortemAction[]
}

export const POST_MORTEM_ANCHOR = 'post-mortem'

export function emptyPostMortem(): PostMortemContent {
  return { what_happened: '', impact: '', why: '', what_we_do: '', actions: [] }
}

/** Older rows and files may lack a field. */
export function wholePostMortem(stored: Partial<PostMortemContent>): PostMortemContent {
  return { ...emptyPostMortem(), ...stored }
}

export function eachPart(content: PostMortemContent, change: (html: string) => string): PostMortemContent {
  const parts = PART_NAMES.map((name) => [name, content[name] === '' ? '' : change(content[name])])
  return { ...content, ...(Object.fromEntries(parts) as Record<PostMortemPart, string>) }
}

export function fillPostMortem(
  template: PostMortemContent,
  values: Readonly<Record<string, string>>,
): PostMortemContent {
  const filled = eachPart(template, (body) => fillPlaceholders({ body }, values).body)
  return { ...filled, actions: fillPlaceholders(template.actions, values) }
}

export type PostMortemField = PostMortemPart | 'actions'
export const POST_MORTEM_FIELDS: readonly PostMortemField[] = [...PART_NAMES, 'actions']
/** By field; `actions.2` is the third action. */
export type PostMortemErrors = Record<string, string>

/**
 * Only what is done has a day on which it was done: by default the day that an action with the same words has
 * in `before`, or the day of `now`.
 */
export function tidyPostMortem(
  typed: PostMortemContent,
  {
    now,
    clean,
    before = emptyPostMortem(),
  }: { now: Date; clean: (html: string) => string; before?: PostMortemContent },
): { content: PostMortemContent; errors: PostMortemErrors } {
  const errors: PostMortemErrors = {}
  const today = dayName(utcDay(now.getTime()))
  // A day that was cleared is today; one that wasn't sent is the day that is known.
  const cleared = typed.actions.map((action) =>
    action.state === 'done' && action.done_on === '' ? { ...action, done_on: today } : action,
  )
  const known = withKnownDays(cleared, before.actions)
  // Errors name the row as typed, with empty ones before it.
  const actions = known.flatMap(({ words, state, due_on, done_on }, index) => {
    if (words.trim() === '') return []
    const wrongDay = [due_on, done_on].find(
      (day) => day !== null && day !== '' && parseDay(day) === undefined,
    )
    if (wrongDay !== undefined) errors[`actions.${index}`] = 'Please enter days such as 2026-11-30.'
    const isDone = state === 'done'
    const tidied = {
      words: tidyWords(words),
      state,
      due_on: due_on || null,
      done_on: isDone ? done_on || today : null,
    }
    return [tidied]
  })
  const content = eachPart({ ...typed, actions }, (html) => (isBlank(html) ? '' : clean(storable(html))))
  return { content, errors }
}

/** Programs and pages that were open for a while send actions without the day on which they were done. */
export function withKnownDays(
  actions: readonly PostMortemAction[],
  known: readonly PostMortemAction[],
): PostMortemAction[] {
  return actions.map((action) => {
    if (action.state !== 'done' || action.done_on) return action
    const words = tidyWords(action.words)
    const same = known.find((each) => each.state === 'done' && tidyWords(each.words) === words)
    return { ...action, done_on: same?.done_on ?? null }
  })
}

function tidyWords(words: string): string {
  return storable(words).trim().replace(/\s+/g, ' ')
}

/** Braces that readers have seen before don't count: a correction must not wait for them. */
export function postMortemProblems(
  content: PostMortemContent,
  seen: PostMortemContent | undefined = undefined,
): PostMortemErrors {
  const errors: PostMortemErrors = {}
  const known = placeholdersIn(seen ?? '')
  const unfilledIn = (text: string) => placeholdersIn(text).find((name) => !known.includes(name))
  for (const name of PART_NAMES) {
    const unfilled = unfilledIn(content[name])
    if (unfilled !== undefined) errors[name] = unfilledWords(unfilled)
  }
  for (const [index, { words }] of content.actions.entries()) {
    const unfilled = unfilledIn(words)
    if (unfilled !== undefined) errors[`actions.${index}`] = unfilledWords(unfilled)
  }
  if (isBlank(content.what_happened)) errors.what_happened = 'Please say what happened.'
  return errors
}

function isBlank(html: string): boolean {
  return plainText(html).trim() === '' && !html.includes('<img ')
}

export function isSamePostMortem(one: PostMortemContent, other: PostMortemContent): boolean {
  return changedPostMortemFields(one, other).length === 0
}

export function changedPostMortemFields(
  before: PostMortemContent,
  after: PostMortemContent,
): PostMortemField[] {
  return POST_MORTEM_FIELDS.filter((name) =>
    name === 'actions'
      ? JSON.stringify(before.actions.map(actionKey)) !== JSON.stringify(after.actions.map(actionKey))
      : before[name] !== after[name],
  )
}

function actionKey({ words, state, due_on, done_on }: PostMortemAction) {
  return [words, state, due_on, done_on]
}

/** Progress doesn't make it a new version. */
export function isOnlyProgress(before: PostMortemContent, after: PostMortemContent): boolean {
  return changedPostMortemFields(before, after).every((name) => name === 'actions')
}

/** Conflicts keep my words. */
export function mergePostMortem({
  base,
  mine,
  theirs,
}: {
  base: PostMortemContent
  mine: PostMortemContent
  theirs: PostMortemContent
}): { merged: PostMortemContent; conflicts: PostMortemField[]; takenIn: PostMortemField[] } {
  const byMe = changedPostMortemFields(base, mine)
  const byThem = changedPostMortemFields(base, theirs)
  const different = changedPostMortemFields(mine, theirs)
  const takenIn = byThem.filter((name) => !byMe.includes(name))
  return {
    merged: withFieldsOf(mine, theirs, takenIn),
    conflicts: byThem.filter((name) => byMe.includes(name) && different.includes(name)),
    takenIn,
  }
}

export function withFieldsOf(
  content: PostMortemContent,
  from: PostMortemContent,
  names: readonly PostMortemField[],
): PostMortemContent {
  return { ...content, ...Object.fromEntries(names.map((name) => [name, from[name]])) }
}

export function writtenParts(
  content: PostMortemContent,
): { name: PostMortemPart; label: string; html: string }[] {
  return PART_NAMES.filter((name) => content[name] !== '').map((name) => ({
    name,
    label: POST_MORTEM_PARTS[name].label,
    html: content[name],
  }))
}

/** Imported post-mortems are. */
export function isOneText(content: PostMortemContent): boolean {
  const parts = writtenParts(content)
  return parts.length === 1 && parts[0]?.name === 'what_happened' && content.actions.length === 0
}

export function actionInWords({ state, due_on, done_on }: PostMortemAction): string {
  const words = ACTION_STATE_WORDS[state]
  if (state === 'done') return done_on === null ? words : `${words} on ${dayInWords(done_on)}`
  return due_on === null ? words : `${words}, due on ${dayInWords(due_on)}`
}

export function dayInWords(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-')
  return `${date} ${MONTHS[Number(month) - 1] ?? month} ${year}`
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

export function businessDaysAfter(moment: Date, days: number): string {
  let day: UtcDay = utcDay(moment.getTime())
  for (let left = days; left > 0; ) {
    day += 1
    const weekday = new Date(day * DAY_MS).getUTCDay()
    if (weekday !== 0 && weekday !== 6) left -= 1
  }
  return dayName(day)
}

/** Working days. */
const POST_MORTEM_DAYS = 5
const POST_MORTEM_DAYS_AT_MOST = 60

/** Null: none is due by default. */
export function postMortemDaysOf(stored: unknown): number | null {
  if (stored === null) return null
  return isCountOfDays(stored) ? stored : POST_MORTEM_DAYS
}

export function postMortemDaysProblem(days: number | null): string | undefined {
  return days === null || isCountOfDays(days)
    ? undefined
    : `Please enter a whole number from 1 to ${POST_MORTEM_DAYS_AT_MOST}, or leave this empty.`
}

function isCountOfDays(days: unknown): days is number {
  return typeof days === 'number' && Number.isInteger(days) && days >= 1 && days <= POST_MORTEM_DAYS_AT_MOST
}

export function dueWords(dueOn: string, now: Date): { words: string; isOverdue: boolean } {
  const left = (parseDay(dueOn) ?? 0) - utcDay(now.getTime())
  const days = `${Math.abs(left)} day${Math.abs(left) === 1 ? '' : 's'}`
  if (left < 0) return { words: `Post-mortem overdue by ${days}`, isOverdue: true }
  return { words: left === 0 ? 'Post-mortem due today' : `Post-mortem due in ${days}`, isOverdue: false }
}

export const POST_MORTEM_TEMPLATE: PostMortemContent = {
  what_happened:
    '<p>From {{start}} to {{end}}, {{services}} on {{clouds}} {{what_failed}}.</p>' +
    '<p>{{how_it_was_noticed_and_ended}}</p>',
  impact: '<p>{{who_was_affected_and_how}}</p><p>{{what_was_not_affected}}</p>',
  why: '<p>{{the_cause}}</p><p>{{why_it_was_not_prevented}}</p>',
  what_we_do: '<p>{{what_we_changed_already}}</p><p>We have committed to the actions below.</p>',
  actions: [{ words: '{{first_action}}', state: 'planned', due_on: null, done_on: null }],
}
