import { monitorEventLoopDelay } from 'node:perf_hooks'
import {
  makePrivateKey,
  publicKeyOf,
  readPublicKey,
  readSigningKey,
} from '../src/edition/file/edition-keys.ts'
import { packEdition } from '../src/edition/file/pack-edition.ts'
import { unpackEdition } from '../src/edition/file/unpack-edition.ts'
import { type LoadedEdition, loadEdition } from '../src/edition/load-edition.ts'
import { makeDatabases } from './bench-databases.ts'
import type { Report } from './report.ts'
import { median, megabytes, thousands, wholeMs } from './statistics.ts'
import { inWorkshop } from './workshop.ts'

const LONG_HISTORY = 50_000
const ROUNDS = 3
/**
 * The file should be in place within seconds of a publication, so writing it may only take a part of that.
 */
const MOST_MS_TO_WRITE = 5_000

export function benchEditionFile(): Promise<Report> {
  return inWorkshop(async (workshop) => {
    const measured: Measured[] = []
    for (const { db } of await makeDatabases(workshop, LONG_HISTORY)) {
      measured.push(await measure(await loadEdition(db)))
    }
    return reportOf(measured)
  })
}

interface Timed {
  ms: number
  cpuMs: number
  pauseMs: number
}

interface Measured {
  records: number
  bytes: number
  contentBytes: number
  packed: Timed[]
  unpacked: Timed[]
}

async function measure(edition: LoadedEdition): Promise<Measured> {
  const key = readSigningKey(makePrivateKey())
  const known = key && readPublicKey(publicKeyOf(key))
  if (key === undefined || known === undefined)
    throw new Error('A key that was just created is not readable.')
  const keys = new Map([[known.id, known.key]])
  const packed: Timed[] = []
  const unpacked: Timed[] = []
  let file = await packEdition(edition, { key, now: new Date() })
  for (let round = 0; round < ROUNDS; round++) {
    packed.push(
      await timed(async () => {
        file = await packEdition(edition, { key, now: new Date() })
      }),
    )
    unpacked.push(
      await timed(async () => {
        const outcome = await unpackEdition(file.bytes, keys)
        if (outcome.kind === 'refused') throw new Error(outcome.line)
      }),
    )
  }
  const { records, content_bytes } = file.header
  return { records, bytes: file.bytes.length, contentBytes: content_bytes, packed, unpacked }
}

async function timed(work: () => Promise<void>): Promise<Timed> {
  const delays = monitorEventLoopDelay({ resolution: 1 })
  delays.enable()
  const startedAt = performance.now()
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  const ms = performance.now() - startedAt
  await new Promise((resolve) => setTimeout(resolve, 5))
  delays.disable()
  return { ms, cpuMs: (user + system) / 1000, pauseMs: delays.max / 1e6 }
}

function reportOf(measured: readonly Measured[]): Report {
  const row = (what: string, figure: (of: Measured) => string) => [what, ...measured.map(figure)]
  const middle = (of: readonly Timed[], figure: keyof Timed) =>
    wholeMs(median(of.map((each) => each[figure])))
  const long = measured.at(-1)
  const slowest = Math.max(...(long?.packed ?? []).map(({ ms }) => ms))
  return {
    name: 'edition-file',
    tables: [
      {
        title: 'The edition as a file, by the length of its history',
        columns: ['', ...measured.map(({ records }) => `${thousands(records)} records`)],
        rows: [
          row('size of the file', ({ bytes }) => megabytes(bytes)),
          row('  unpacked', ({ contentBytes }) => megabytes(contentBytes)),
          row(`writing it, median of ${ROUNDS}`, ({ packed }) => middle(packed, 'ms')),
          row('  CPU time, all threads', ({ packed }) => middle(packed, 'cpuMs')),
          row('  longest pause of the process', ({ packed }) => middle(packed, 'pauseMs')),
          row('checking and opening it', ({ unpacked }) => middle(unpacked, 'ms')),
          row('  CPU time, all threads', ({ unpacked }) => middle(unpacked, 'cpuMs')),
          row('  longest pause of the process', ({ unpacked }) => middle(unpacked, 'pauseMs')),
        ],
      },
    ],
    notes: [],
    goals: [
      {
        goal: `an edition of ${thousands(long?.records ?? 0)} records is a file in under ${MOST_MS_TO_WRITE} ms`,
        measured: `${wholeMs(slowest)} at worst`,
        isMet: slowest < MOST_MS_TO_WRITE,
      },
    ],
  }
}
