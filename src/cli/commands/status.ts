import type { Command } from '../command.ts'
import { CliProblem, EXIT } from '../exit-code.ts'
import { listOf, nothingMore } from '../given.ts'

interface Cloud {
  machine_name: string
  title: string
}
interface Verdict {
  state: string
  trouble: string
  rest: string
  since: string | null
  next_update: string | null
  incident: { id: number; title: string } | null
}

export const status: Command = {
  name: 'status',
  summary: 'Current status by cloud',
  words: 'Needs no token. Exits with 2 if an incident affects something, otherwise with 0.',
  options: {
    cloud: {
      type: 'string',
      multiple: true,
      short: 'c',
      value: 'name',
      words: 'only these; may be repeated',
    },
  },
  examples: ['candor status', 'candor status --cloud northwall_net --json'],
  run: async ({ site, given, rest, say, answer }) => {
    nothingMore(rest)
    const clouds = await cloudsOf(site, listOf(given, 'cloud'))
    const verdicts = await Promise.all(
      clouds.map(async ({ machine_name, title }) => {
        const path = `/api/verdict?cloud=${encodeURIComponent(machine_name)}`
        const { data } = (await site.read(path)) as { data: Verdict }
        return { cloud: machine_name, title, ...data }
      }),
    )
    answer(verdicts)
    for (const verdict of verdicts) for (const line of linesOf(verdict)) say(line)
    // Planned work must not stop a script.
    const isTrouble = verdicts.some(({ state }) => state !== 'operational' && state !== 'under_maintenance')
    return isTrouble ? EXIT.trouble : EXIT.ok
  },
}

async function cloudsOf(site: Parameters<Command['run']>[0]['site'], wanted: string[] | undefined) {
  const { clouds } = (await site.read('/api/global')) as { clouds: Cloud[] }
  if (wanted === undefined) return clouds
  return wanted.map((name) => {
    const cloud = clouds.find(({ machine_name }) => machine_name === name)
    if (cloud !== undefined) return cloud
    const known = clouds.map(({ machine_name }) => machine_name).join(', ')
    throw new CliProblem(EXIT.failed, `There is no cloud "${name}". Clouds: ${known}.`)
  })
}

function linesOf({
  title,
  trouble,
  rest,
  since,
  next_update,
  incident,
}: Verdict & { title: string }): string[] {
  const times = [
    ...(since === null ? [] : [`since ${minuteOf(since)}`]),
    ...(next_update === null ? [] : [`next update ${minuteOf(next_update)}`]),
  ]
  return [
    `${title}: ${trouble}${rest}`,
    ...(incident === null ? [] : [`  ${incident.title} (${incident.id}), ${times.join(', ')}`]),
  ]
}

function minuteOf(iso: string) {
  return `${iso.slice(0, 16).replace('T', ' ')} UTC`
}
