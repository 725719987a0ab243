import { plainText } from '../../domain/plain-text.ts'
import type { Command } from '../command.ts'
import { CliProblem, EXIT } from '../exit-code.ts'
import { idOf, isOn, nothingMore, textOf } from '../given.ts'

interface Row {
  id: number
  kind: string
  state: string
  title: string
  status: string
  severity: { name: string }
  clouds: string[]
  started_at: string | null
  ends_at: string | null
  updated_at: string
  url: string | null
}

interface Shown extends Row {
  summary: string
  body: string
  services: { name: string }[]
  data_centers: { name: string }[]
  closed_at: string | null
  next_update_at: string | null
  has_draft: boolean
  updates: { id: number; posted_at: string; status: string; body: string }[]
  changes: { at: string; update_id: number | null; text: string }[]
  post_mortem: ShownPostMortem | null
}

interface ShownPostMortem {
  is_published: boolean
  version: number
  due_on: string | null
  what_happened: string
  impact: string
  why: string
  what_we_do: string
  actions: { words: string; state: string }[]
}

interface Page {
  data: Row[]
  next_cursor: string | null
}

const LIMIT_IF_NOT_SAID = 25
const MOST_AT_ONCE = 100

export const list: Command = {
  name: 'list',
  summary: 'List records, latest change first',
  words: 'Needs a token with the scope records:read.',
  options: {
    kind: {
      type: 'string',
      short: 'k',
      value: 'kind',
      words: 'incident, maintenance, advisory, notification',
    },
    state: {
      type: 'string',
      short: 's',
      value: 'state',
      words: 'open, draft, scheduled, published, unpublished',
    },
    cloud: { type: 'string', short: 'c', value: 'name', words: 'machine name of a cloud' },
    since: { type: 'string', value: 'time', words: 'changed since then, ISO 8601' },
    limit: {
      type: 'string',
      short: 'n',
      value: 'number',
      words: `at most this many (default: ${LIMIT_IF_NOT_SAID})`,
    },
    all: { type: 'boolean', words: 'all of them' },
  },
  examples: ['candor list --kind incident --state open', 'candor list --cloud northwall_net --all --json'],
  run: async ({ site, given, rest, say, answer }) => {
    nothingMore(rest)
    const most = isOn(given, 'all') ? Number.POSITIVE_INFINITY : limitOf(textOf(given, 'limit'))
    const rows: Row[] = []
    let cursor: string | null = null
    do {
      const asked = Object.entries({
        kind: textOf(given, 'kind'),
        state: textOf(given, 'state'),
        cloud: textOf(given, 'cloud'),
        updated_since: textOf(given, 'since'),
        cursor: cursor ?? undefined,
        limit: String(Math.min(most - rows.length, MOST_AT_ONCE)),
      }).filter((pair): pair is [string, string] => pair[1] !== undefined)
      const page = (await site.readAsProgram(`/api/v1/records?${new URLSearchParams(asked)}`)) as Page
      rows.push(...page.data)
      cursor = page.next_cursor
    } while (cursor !== null && rows.length < most)
    answer(rows)
    if (rows.length === 0) say('No records.')
    for (const row of rows) say(lineOf(row))
    if (cursor !== null) say('There are more: use --limit or --all.')
    return EXIT.ok
  },
}

function limitOf(written: string | undefined): number {
  if (written === undefined) return LIMIT_IF_NOT_SAID
  if (!/^[1-9]\d{0,5}$/.test(written))
    throw new CliProblem(EXIT.usage, '--limit takes a whole number of at least 1.')
  return Number(written)
}

function lineOf({ id, kind, state, status, severity, title, clouds }: Row) {
  const hidden = state === 'published' ? '' : ` [${state}]`
  return `${String(id).padEnd(6)} ${kind.padEnd(12)} ${status}, ${severity.name}: ${title}${hidden} (${clouds.join(', ') || 'all clouds'})`
}

export const show: Command = {
  name: 'show',
  takes: '<id>',
  summary: 'Show a record with its text and updates',
  words: 'Needs a token with the scope records:read.',
  options: {},
  examples: ['candor show 1234', 'candor show 1234 --json'],
  run: async ({ site, rest, say, answer }) => {
    const { data } = (await site.readAsProgram(`/api/v1/records/${idOf(rest)}`)) as { data: Shown }
    answer(data)
    for (const line of linesOf(data)) say(line)
    return EXIT.ok
  },
}

function linesOf(record: Shown): string[] {
  const names = (things: readonly { name: string }[]) => things.map(({ name }) => name).join(', ')
  const facts: [string, string | null][] = [
    ['State', record.state + (record.has_draft ? ', with unpublished changes' : '')],
    ['Status', `${record.status}, ${record.severity.name}`],
    ['Clouds', record.clouds.join(', ')],
    ['Services', names(record.services)],
    ['Data centers', names(record.data_centers)],
    ['Started', record.started_at],
    ['Ends', record.ends_at],
    ['Closed', record.closed_at],
    ['Next update', record.next_update_at],
    ['Address', record.url],
  ]
  return [
    `${record.title} (${record.kind} ${record.id})`,
    ...facts.flatMap(([name, value]) =>
      value === null || value === '' ? [] : [`${`${name}:`.padEnd(14)}${value}`],
    ),
    ...[record.summary, plainText(record.body)].filter((text) => text !== '').flatMap((text) => ['', text]),
    ...historyLines(record),
    ...(record.post_mortem === null ? [] : postMortemLines(record.post_mortem)),
  ]
}

function historyLines({ updates, changes }: Shown): string[] {
  const entries = [
    ...updates.map(({ id, posted_at, status, body }) => ({
      at: posted_at,
      lines: [
        `${posted_at}  ${status}  (update ${id})`,
        ...changes.filter(({ update_id }) => update_id === id).map(({ text }) => text),
        plainText(body),
      ],
    })),
    ...changes
      .filter(({ update_id }) => update_id === null)
      .map(({ at, text }) => ({ at, lines: [at, text] })),
  ]
  return entries
    .sort((one, other) => one.at.localeCompare(other.at))
    .flatMap(({ lines }) => ['', ...lines.filter((line) => line !== '')])
}

function postMortemLines(of: ShownPostMortem): string[] {
  const { is_published, version, due_on, actions } = of
  const due = is_published || due_on === null ? '' : `, due on ${due_on}`
  const parts = [of.what_happened, of.impact, of.why, of.what_we_do].map(plainText)
  return [
    '',
    `Post-mortem (${is_published ? 'published' : 'not published'}, version ${version}${due})`,
    ...parts.filter((text) => text !== ''),
    ...actions.map(({ words, state }) => `- ${words} (${state.replace('_', ' ')})`),
  ]
}
