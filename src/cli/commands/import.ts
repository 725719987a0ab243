import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { SubscriberImport } from '../../contract/imports.ts'
import type { Command, CommandInput, Given } from '../command.ts'
import { CliProblem, EXIT } from '../exit-code.ts'
import { isOn, listOf, mustHave, textOf } from '../given.ts'

interface Said {
  plan: string
  is_done: boolean
  problems: { where: string; message: string }[]
  job?: SubscriberImport | null
}

interface ImportKind {
  path: string
  bodyOf(files: { name: string; text: string }[], given: Given): object
  linesOf(said: Record<string, unknown>): string[]
}

const KINDS: Readonly<Record<string, ImportKind>> = {
  statuspage: {
    path: '/api/v1/imports/statuspage',
    bodyOf: (files, given) => ({ files, cloud: mustHave(given, 'cloud'), ...columnsOf(given) }),
    linesOf: (said) => [
      counted(said, 'new_services', 'new services'),
      counted(said, 'known_services', 'existing services'),
      counted(said, 'incidents', 'incidents'),
      counted(said, 'maintenances', 'maintenances'),
      counted(said, 'left_out', 'left out'),
      ...recordLines(said),
    ],
  },
  subscribers: {
    path: '/api/v1/imports/subscribers',
    bodyOf: (files, given) => ({
      file: only(files),
      cloud: mustHave(given, 'cloud'),
      are_confirmed: isOn(given, 'confirmed'),
      ...columnsOf(given),
      ...(textOf(given, 'source') !== undefined && { source: textOf(given, 'source') }),
    }),
    linesOf: (said) => [
      counted(said, 'new_accounts', 'new accounts'),
      counted(said, 'known_accounts', 'already have an account; unchanged'),
      counted(said, 'lines_left_out', 'lines left out'),
    ],
  },
  threats: {
    path: '/api/v1/imports/threats',
    bodyOf: (files, given) => ({ file: only(files), ...columnsOf(given) }),
    linesOf: (said) => [
      counted(said, 'lines', 'lines'),
      counted(said, 'replaced', 'of these, replacing figures'),
      `  ${String(said.first_day)} to ${String(said.last_day)}`,
    ],
  },
}

export const importFiles: Command = {
  name: 'import',
  takes: '<statuspage|subscribers|threats> <file> [file …]',
  summary: 'Import from another status page, after previewing the result',
  words:
    'Without --apply nothing changes: it prints what would happen. A file with errors is rejected as a whole, with the location of each error. Subscribers are imported by the site: the command waits and prints the progress, and the import goes on if you stop the command.',
  options: {
    cloud: { type: 'string', short: 'c', value: 'name', words: 'the cloud to import into' },
    confirmed: {
      type: 'boolean',
      words: 'subscribers confirmed their addresses there; otherwise each is asked by mail first',
    },
    column: {
      type: 'string',
      multiple: true,
      value: 'ours=theirs',
      words: 'for CSV: which of its columns to use, such as email="E-Mail"; may be repeated',
    },
    source: { type: 'string', value: 'id', words: 'id of the page that subscribers come from' },
    apply: { type: 'boolean', words: 'apply the changes instead of only previewing them' },
  },
  examples: [
    'candor import statuspage components.json incidents.json --cloud northwall_net',
    'candor import statuspage components.json incidents.json --cloud northwall_net --apply',
    'candor import subscribers subscribers.csv --cloud northwall_net --confirmed --apply',
    'candor import threats november.csv --apply',
  ],
  run: async (input) => {
    const { kind, files } = whatAndWhich(input.rest)
    const asked = kind.bodyOf(files.map(read), input.given)
    const looked = await ask(input, kind, asked)
    if (looked.problems.length > 0) throw refusedBy(looked.problems)
    const said = isOn(input.given, 'apply') ? await ask(input, kind, { ...asked, plan: looked.plan }) : looked
    if (said.job != null) return watch(input, said.job)
    input.answer(said)
    input.say(said.is_done ? 'Imported:' : 'This would be imported (--apply does it):')
    for (const line of kind.linesOf(said as unknown as Record<string, unknown>)) input.say(line)
    return EXIT.ok
  },
}

const WATCHED_EVERY_MS = 2_000

async function watch({ site, say, answer }: CommandInput, started: SubscriberImport) {
  const path = `/api/v1/imports/subscribers/${started.id}`
  say(`Import ${started.id} has started. It goes on if you stop this command.`)
  let job = started
  while (job.ended_at === null) {
    await pause(WATCHED_EVERY_MS)
    const before = job
    job = ((await site.readAsProgram(path)) as { data: SubscriberImport }).data
    if (job.people_done !== before.people_done) say(`  ${amount(job.people_done)} of ${amount(job.people)}`)
  }
  const { data: left_out } = (await site.readAsProgram(`${path}/left-out`)) as {
    data: { line: number; reason: string }[]
  }
  answer({ ...job, left_out })
  say(ENDED[job.state])
  say(`  ${amount(job.new_accounts)} new accounts`)
  say(`  ${amount(job.known_accounts)} already had an account; unchanged`)
  say(`  ${amount(left_out.length)} lines left out`)
  for (const { line, reason } of left_out) say(`    line ${line}: ${reason}`)
  return job.state === 'done' ? EXIT.ok : EXIT.failed
}

const ENDED: Readonly<Record<SubscriberImport['state'], string>> = {
  waiting: 'Waiting:',
  running: 'Importing:',
  done: 'Imported:',
  canceled: 'The import was canceled. Until then, it imported:',
  failed:
    'The import was stopped by a problem. Import the same file again to add the rest. Until then, it imported:',
}

function amount(value: number) {
  return value.toLocaleString('en-US')
}

function columnsOf(given: Given) {
  const pairs = (listOf(given, 'column') ?? []).map((written) => {
    const [, ours, theirs] = /^(\w+)=(.+)$/.exec(written) ?? []
    if (ours === undefined || theirs === undefined)
      throw new CliProblem(EXIT.usage, `--column takes our name and theirs, such as email="E-Mail".`)
    return [ours, theirs] as const
  })
  return pairs.length === 0 ? {} : { columns: Object.fromEntries(pairs) }
}

interface PlannedLine {
  kind: string
  title: string
  their_status: string
  status: string
  their_impact: string
  severity: string
  shown: 'open' | 'planned' | 'history'
}

function recordLines({ records }: Record<string, unknown>): string[] {
  const shownWords = { open: 'LIVE now', planned: 'LIVE, planned', history: 'history' }
  return (records as PlannedLine[]).map(
    ({ kind, title, their_status, status, their_impact, severity, shown }) =>
      `  ${shownWords[shown].padEnd(14)} ${kind}: ${title} (${their_status} → ${status}, ${their_impact} → ${severity})`,
  )
}

function whatAndWhich([name, ...files]: readonly string[]) {
  const kind = name === undefined ? undefined : KINDS[name]
  if (kind === undefined)
    throw new CliProblem(EXIT.usage, `Name what to import: ${Object.keys(KINDS).join(', ')}.`)
  if (files.length === 0) throw new CliProblem(EXIT.usage, 'Please name a file.')
  return { kind, files }
}

function read(path: string) {
  try {
    return { name: basename(path), text: readFileSync(path, 'utf8') }
  } catch (error) {
    throw new CliProblem(EXIT.failed, `${path} cannot be read: ${(error as Error).message}.`)
  }
}

function only(files: { name: string; text: string }[]) {
  const [first, ...more] = files
  if (first === undefined || more.length > 0) throw new CliProblem(EXIT.usage, 'Please name one file.')
  return first
}

async function ask({ site }: CommandInput, { path }: ImportKind, body: object): Promise<Said> {
  const { data } = (await site.change('POST', path, body)) as { data: Said }
  return data
}

function refusedBy(problems: Said['problems']) {
  return new CliProblem(
    EXIT.failed,
    'Nothing in it can be imported.',
    problems.map(({ where, message }) => `${where}: ${message}`),
  )
}

function counted(said: Record<string, unknown>, field: string, words: string) {
  const value = said[field]
  return `  ${Array.isArray(value) ? value.length : Number(value ?? 0)} ${words}`
}
