import { emailAddress, normalized } from '../account/email-address.ts'
import { isStaffAddress } from '../account/staff-address.ts'
import { inLots } from './in-lots.ts'
import type { CsvLine } from './read-csv.ts'

/** Everything on a cloud, including later additions. Standard and premium data centers are two choices. */
const WHOLE_PAGE = [
  'core_cloud_services',
  'datacenter',
  'premium_datacenters',
  'maintenance',
  'advisory',
] as const

export type SubscriberChoice =
  | { scope: (typeof WHOLE_PAGE)[number]; tid: null }
  | { scope: 'service'; tid: number }

export interface PlannedSubscriber {
  email: string
  line: number
  choices: SubscriberChoice[]
}

export const EVERYTHING: readonly SubscriberChoice[] = WHOLE_PAGE.map((scope) => ({ scope, tid: null }))

const OTHER_WAYS = 'Only email is imported'

export const REFUSES_QUESTIONS = 'The owner of this address asked us not to send confirmation requests.'

export async function planSubscribers(
  lines: readonly CsvLine<'email' | 'type' | 'components'>[],
  of: {
    /** By id and name on the other page, in lower case. */
    services: ReadonlyMap<string, number>
    staffDomains: readonly string[]
    refusing: ReadonlySet<string>
  },
): Promise<{ subscribers: PlannedSubscriber[]; leftOut: { line: number; reason: string }[] }> {
  const leftOut: { line: number; reason: string }[] = []
  const byEmail = new Map<string, PlannedSubscriber>()
  await inLots(lines, ({ line, cells }) => {
    const skip = (reason: string) => void leftOut.push({ line, reason })
    const type = cells.type.toLowerCase()
    if (type !== '' && type !== 'email') return skip(`${OTHER_WAYS}, not ${named(type)}.`)
    const email = emailAddress(cells.email)
    if (email === undefined) return skip('Not a valid email address.')
    if (isStaffAddress(email, of.staffDomains))
      return skip('Staff sign in with the employee login and subscribe there.')
    if (of.refusing.has(email)) return skip(REFUSES_QUESTIONS)
    const { choices, unknown } = choicesOf(cells.components, of.services)
    if (unknown.length > 0) skip(`Unknown components, ignored: ${listOf(unknown)}.`)
    if (choices.length === 0) return
    const known = byEmail.get(email)
    byEmail.set(email, {
      email,
      line: known?.line ?? line,
      choices: known === undefined ? choices : onceEach([...known.choices, ...choices]),
    })
  })
  return { subscribers: [...byEmail.values()], leftOut }
}

function choicesOf(written: string, services: ReadonlyMap<string, number>) {
  const names = written
    .split(/[|;]/)
    .map((name) => name.trim())
    .filter((name) => name !== '')
  if (names.length === 0) return { choices: [...EVERYTHING], unknown: [] }
  const unknown = names.filter((name) => !services.has(name.toLowerCase()))
  const choices = names.flatMap((name): SubscriberChoice[] => {
    const tid = services.get(name.toLowerCase())
    return tid === undefined ? [] : [{ scope: 'service', tid }]
  })
  return { choices: onceEach(choices), unknown }
}

const NAMED_AT_MOST = 5
const NAME_CHARACTERS = 60

function listOf(names: readonly string[]) {
  const more = names.length - NAMED_AT_MOST
  const list = names.slice(0, NAMED_AT_MOST).map(named).join(', ')
  return more > 0 ? `${list} and ${more} more` : list
}

/** For a reason, which is stored for weeks: if columns were mixed up, the cell may hold an address. */
function named(cell: string) {
  if (normalized(cell).includes('@')) return '(an address)'
  return cell.length <= NAME_CHARACTERS ? cell : `${cell.slice(0, NAME_CHARACTERS).replace(/\p{Cs}$/u, '')}…`
}

function onceEach(choices: readonly SubscriberChoice[]): SubscriberChoice[] {
  return [...new Map(choices.map((choice) => [`${choice.scope} ${choice.tid}`, choice])).values()]
}
