import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseUrl } from '../../domain/parse-url.ts'
import type { Command } from '../command.ts'
import { CliProblem, EXIT } from '../exit-code.ts'
import { isOn, nothingMore, textOf } from '../given.ts'
import { type GetBytes, Mismatch } from '../verify/read-site-log.ts'
import { type SeenLog, verifySite } from '../verify/verify-site.ts'

export const verify: Command = {
  name: 'verify',
  takes: '<address>',
  summary: 'Verifies that a site did not rewrite its history',
  words:
    'Reads the public log of a site: checks its signature, that it only grew since the last time, that every record on the site is as its newest entry says, and that no record is missing. Needs no token. Exits with 1 and a sentence if something does not add up.',
  options: {
    key: { type: 'string', value: 'key', words: 'of the log; default: the one seen the first time' },
    state: {
      type: 'string',
      value: 'file',
      words: 'what was seen before; default: in ~/.local/state/candor',
    },
    whole: { type: 'boolean', words: 'also read every earlier version of every record' },
    'accept-new-log': { type: 'boolean', words: 'accept a log that began anew, after a restore' },
  },
  examples: [
    'candor verify https://status.example.com',
    'candor verify https://status.example.com --whole --json',
  ],
  run: async ({ given, rest, say, answer }) => {
    const [written, ...more] = rest
    nothingMore(more)
    const url = parseUrl(written ?? '')
    if (url === undefined || !/^https?:$/.test(url.protocol))
      throw new CliProblem(
        EXIT.usage,
        'Please give the address of a site, such as https://status.example.com.',
      )
    const file = textOf(given, 'state') ?? stateFileOf(url)
    try {
      const verified = await verifySite({
        get: getterOf(url),
        key: textOf(given, 'key'),
        seen: seenIn(file),
        mayBeNew: isOn(given, 'accept-new-log'),
        isWhole: isOn(given, 'whole'),
        now: new Date(),
      })
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, `${JSON.stringify(verified.seen, null, 2)}\n`)
      const { seen, records, withdrawn, redacted, before } = verified
      answer({ verified: true, ...seen, records, withdrawn, redacted, before: before ?? null })
      say(`Verified: ${seen.origin} has ${seen.size} entries${grownSince(before, seen.size)}.`)
      say(`${records} records are on the site as the log has them; ${withdrawn} were withdrawn.`)
      if (redacted > 0) say(`${redacted} could not be compared, because their newest version was redacted.`)
      return EXIT.ok
    } catch (error) {
      if (!(error instanceof Mismatch)) throw error
      throw new CliProblem(EXIT.failed, error.message)
    }
  },
}

function grownSince(before: number | undefined, size: number): string {
  if (before === undefined) return ', seen for the first time'
  return before === size ? ', as before' : `, ${size - before} more than before`
}

function stateFileOf({ host }: URL): string {
  return join(homedir(), '.local', 'state', 'candor', `${host.replaceAll(/[^\w.-]/g, '_')}.json`)
}

/** Undefined if there is none. A file that can't be read must not count as one. */
function seenIn(file: string): SeenLog | undefined {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
  try {
    const seen = JSON.parse(text) as SeenLog
    if (typeof seen.size === 'number' && typeof seen.root === 'string') return seen
  } catch {
    // Said below.
  }
  throw new CliProblem(EXIT.usage, `${file} is not what "candor verify" writes. Remove it to begin anew.`)
}

const TIMEOUT_MS = 30_000
const TRIES = 4
const NOT_FOUND = 404
const PAUSE_MS = 1_000

function getterOf(url: URL): GetBytes {
  return async (path) => {
    for (let tries = 1; ; tries++) {
      try {
        const response = await fetch(new URL(path, url), { signal: AbortSignal.timeout(TIMEOUT_MS) })
        if (response.ok) return new Uint8Array(await response.arrayBuffer())
        if (response.status === NOT_FOUND) return undefined
        if (tries >= TRIES) throw new CliProblem(EXIT.unreachable, `${path} answered ${response.status}.`)
      } catch (error) {
        if (error instanceof CliProblem) throw error
        if (tries >= TRIES) throw new CliProblem(EXIT.unreachable, `${url.origin} cannot be reached.`)
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * tries))
    }
  }
}
