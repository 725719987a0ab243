import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { readVerifierKey, type VerifierKey, WITNESS_KEY } from '../../domain/log/checkpoint.ts'
import { sha256 } from '../../domain/log/log-crypto.ts'
import { Mismatch, NotComparable } from '../../domain/log/read-site-log.ts'
import { NewLog, type SeenLog } from '../../domain/log/seen-log.ts'
import { type SiteToVerify, verifySite } from '../../domain/log/verify-site.ts'
import { parseUrl } from '../../domain/parse-url.ts'
import type { Command, Given } from '../command.ts'
import { CliProblem, EXIT } from '../exit-code.ts'
import { isOn, listOf, nothingMore, textOf } from '../given.ts'

export const verify: Command = {
  name: 'verify',
  takes: '<address>',
  summary: 'Verifies that a site did not rewrite its history',
  words:
    'Reads the public log of a site: checks its signature, that it has only grown since the last time, that every record in the public API of the site matches its newest entry, and that no record is missing. Needs no token. Exits with 1 and a sentence if a check fails, and with 69 if the site cannot be reached or compared now. Retries for a few seconds before it reports a problem.',
  options: {
    key: { type: 'string', value: 'key', words: 'of the log; default: the one seen the first time' },
    witness: {
      type: 'string',
      multiple: true,
      value: 'key',
      words: 'of a witness that must have cosigned the checkpoint; may be given several times',
    },
    state: {
      type: 'string',
      value: 'file',
      words: 'what was seen before; default: in ~/.local/state/candor',
    },
    whole: { type: 'boolean', words: 'also read every earlier version of every record' },
    'accept-new-log': { type: 'boolean', words: 'accept a new log that began after a restore' },
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
        ...readerOf(url),
        witnesses: witnessesIn(given),
        key: textOf(given, 'key'),
        seen: seenIn(file),
        mayBeNew: isOn(given, 'accept-new-log'),
        isWhole: isOn(given, 'whole'),
        now: new Date(),
      })
      mkdirSync(dirname(file), { recursive: true })
      keep(file, verified.seen)
      const { seen, records, withdrawn, redacted, before, newLog, cosigned } = verified
      answer({
        verified: true,
        ...seen,
        records,
        withdrawn,
        redacted,
        before: before ?? null,
        new_log: newLog ?? null,
        cosigned: cosigned.map(({ name, at }) => ({ name, at: at.toISOString() })),
      })
      say(`Verified: ${seen.origin} has ${seen.size} entries${grownSince(before, seen.size, newLog)}.`)
      if (newLog !== undefined) say(newLog)
      for (const { name, at } of cosigned) say(`Cosigned by ${name} at ${at.toISOString()}.`)
      say(`${records} records on the site match the log. Withdrawn: ${withdrawn}.`)
      if (redacted > 0) say(`Earlier versions that were redacted: ${redacted}. The log says when and why.`)
      return EXIT.ok
    } catch (error) {
      if (error instanceof NotComparable) throw new CliProblem(EXIT.unreachable, error.message)
      if (!(error instanceof Mismatch)) throw error
      const advice = error instanceof NewLog ? ' If that is right, accept it with --accept-new-log.' : ''
      throw new CliProblem(EXIT.failed, error.message + advice)
    }
  },
}

function grownSince(before: number | undefined, size: number, newLog: string | undefined): string {
  if (newLog !== undefined) return '. This is a different log than before'
  if (before === undefined) return ', seen for the first time'
  return before === size ? ', as before' : `, ${size - before} more than before`
}

function witnessesIn(given: Given): VerifierKey[] {
  return (listOf(given, 'witness') ?? []).map((text) => {
    const key = readVerifierKey(sha256, text, WITNESS_KEY)
    if (key === undefined)
      throw new CliProblem(EXIT.usage, `"${text}" is not the key of a witness: name, key ID and key.`)
    return key
  })
}

function stateFileOf({ host }: URL): string {
  return join(homedir(), '.local', 'state', 'candor', `${host.replaceAll(/[^\w.-]/g, '_')}.json`)
}

/** Undefined if the file doesn't exist. An unreadable file is an error: it must not look like a first run. */
function seenIn(file: string): SeenLog | undefined {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new CliProblem(EXIT.usage, `${file} cannot be read: ${(error as Error).message}.`)
  }
  try {
    const seen = JSON.parse(text) as SeenLog
    if (typeof seen.size === 'number' && typeof seen.root === 'string') return seen
  } catch {
    // Reported below.
  }
  throw new CliProblem(EXIT.usage, `${file} is not what "candor verify" writes. Remove it to start over.`)
}

/** Written as a whole or not at all. Another run may have seen more of the same log meanwhile. */
function keep(file: string, seen: SeenLog): void {
  const other = seenIn(file)
  if (other?.origin === seen.origin && other.size > seen.size) return
  const part = `${file}.${process.pid}.part`
  writeFileSync(part, `${JSON.stringify(seen, null, 2)}\n`)
  renameSync(part, file)
}

const TIMEOUT_MS = 30_000
const TRIES = 4
const NOT_FOUND = 404
const PAUSE_MS = 1_000

/** Makes caches on the way ask the site. */
const ASKING = { 'cache-control': 'no-cache' }

function readerOf(url: URL): Pick<SiteToVerify, 'get' | 'editionAt' | 'pause'> {
  const editions = new Map<string, number>()
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

  async function get(path: string): Promise<Uint8Array | undefined> {
    for (let tries = 1; ; tries++) {
      try {
        const signal = AbortSignal.timeout(TIMEOUT_MS)
        const response = await fetch(new URL(path, url), { headers: ASKING, signal })
        const edition = response.headers.get('candor-edition')
        if (edition !== null) editions.set(path, Number(edition))
        if (response.ok) return await bytesOf(response, path)
        if (response.status === NOT_FOUND) return undefined
        if (tries >= TRIES) throw new CliProblem(EXIT.unreachable, `${path} answered ${response.status}.`)
      } catch (error) {
        if (error instanceof CliProblem || error instanceof Mismatch) throw error
        if (tries >= TRIES) throw new CliProblem(EXIT.unreachable, `${url.origin} cannot be reached.`)
      }
      await pause(PAUSE_MS * tries)
    }
  }

  return { get, pause, editionAt: (path) => editions.get(path) }
}

/** No valid answer is this large, and a hostile one must not fill the memory. */
const MOST_BYTES = 64 * 1024 * 1024

async function bytesOf({ body }: Response, path: string): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body ?? []) {
    size += part.length
    if (size > MOST_BYTES) throw new Mismatch(`The answer at ${path} is too large.`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}
