import type { Kysely } from 'kysely'
import type { DB } from '../../db/database.ts'
import {
  type CutRead,
  editionAt,
  findCut,
  type LogCut,
  type ReadVersions,
  readPast,
  readVersions,
} from '../../db/log/past-faces.ts'
import { within } from '../../db/within.ts'
import { AnswerCache } from '../answer-cache.ts'
import type { Edition } from '../edition.ts'
import type { Held } from '../hold-edition.ts'
import { pastEdition, startPastShelf } from './past-edition.ts'
import { READ_WITHIN_MS } from './public-log.ts'

/**
 * They share what did not change with the present one. At worst, each has all records of its own. A bound on records
 * would let two large ones replace each other with every request.
 */
const MOST_HELD = 3
const MOST_CUTS = 1_000
/** More would only wait longer: one is built at a time, so that readers of the present never wait for the past. */
const MOST_WAITING = 4
const MOST_WAITING_OF_CLIENT = 2
const ANSWER_CACHE_MAX_BYTES = 4 * 1024 * 1024
const VERSIONS_AT_MOST = 50

export interface PastHeld {
  held: Held
  /** When the next publication in the log followed. Null: none has. */
  nextAt: Date | null
  /** Versions in it that were redacted since. */
  redacted: number
  /** It has the current names, because the earlier ones were redacted. */
  areNamesOfNow: boolean
  /** False while the log has entries that can't be put in order yet. */
  isComplete: boolean
}

/** Begins to build one when the reader who asked for it has a turn. */
export type BeginBuild = <T>(build: () => Promise<T>) => Promise<T>

export type PastOutcome =
  | ({ kind: 'past' } & PastHeld)
  /** The log began later. Null: it has not begun. */
  | { kind: 'not-kept'; since: Date | null }
  | { kind: 'not-yet' }
  | { kind: 'busy' }

/** Everything here rejects if the database can't be asked. */
export interface PastEditions {
  /** Returns the newest edition up to this one that is in the log: those in between changed nothing in it. */
  edition(
    present: Edition,
    number: number,
    asking: { client: string; begin: BeginBuild },
  ): Promise<PastOutcome>
  /** The newest edition that was published by then. Undefined if the log began later. */
  numberAt(time: Date): Promise<{ number: number | undefined; since: Date | null }>
  /** The newest versions of a record, oldest first. */
  versions(recordId: number): Promise<RecordVersions>
}

export interface RecordVersions extends ReadVersions {
  /** There are more in the log. The first one here is only there to compare with. */
  isCut: boolean
}

/**
 * A redaction is an edition of its own, so what is held for one present edition never shows what was redacted before it.
 */
export function pastEditionsOf(db: Kysely<DB>): PastEditions {
  let present: Edition | undefined
  let cuts = new Map<number, Promise<CutRead>>()
  /** By place in the log. */
  let held = new Map<number, Promise<PastOutcome>>()
  let line: Promise<unknown> = Promise.resolve()
  const waiting: string[] = []

  function cutOf({ history }: Edition, number: number): Promise<CutRead> {
    const mine = cuts
    const known = mine.get(number)
    if (known !== undefined) return known
    const found = findCut(db, { number, history })
    if (mine.size >= MOST_CUTS) mine.clear()
    mine.set(number, found)
    found.then(
      ({ kind }) => kind === 'other-history' && mine.delete(number),
      () => mine.delete(number),
    )
    return found
  }

  async function build(of: Edition, cut: LogCut): Promise<PastOutcome> {
    const { take, end } = startPastShelf(of, cut.publishedAt)
    const past = await readPast(db, cut, take)
    // A restore happened; the process is about to load what it brought.
    if (past === undefined) return { kind: 'busy' }
    const { shelf: records, redacted } = await end()
    return {
      kind: 'past',
      held: {
        edition: pastEdition(of, cut, { site: past.site, records }),
        staleSince: null,
        answers: new AnswerCache({ maxBytes: ANSWER_CACHE_MAX_BYTES }),
      },
      nextAt: cut.nextAt,
      redacted,
      areNamesOfNow: past.areFactsRedacted,
      isComplete: cut.isComplete,
    }
  }

  function inLine<T>(client: string, make: () => Promise<T>): Promise<T> {
    waiting.push(client)
    const leave = () => waiting.splice(waiting.indexOf(client), 1)
    const made = line.then(make)
    line = made.then(leave, leave)
    return made
  }

  function isLineFull(client: string): boolean {
    const own = waiting.filter((each) => each === client).length
    return waiting.length > MOST_WAITING || own >= MOST_WAITING_OF_CLIENT
  }

  return {
    async edition(of, number, { client, begin }) {
      if (number > of.number) return { kind: 'not-yet' }
      if (present !== of) {
        present = of
        cuts = new Map()
        held = new Map()
      }
      const mine = held
      const found = await cutOf(of, number)
      if (found.kind === 'other-history') return { kind: 'busy' }
      if (found.kind === 'not-kept') return found
      const { cut } = found
      const known = mine.get(cut.index)
      if (known !== undefined) {
        // The oldest leave first. A Map keeps the order in which they were last asked for.
        mine.delete(cut.index)
        mine.set(cut.index, known)
        return known
      }
      if (isLineFull(client)) return { kind: 'busy' }
      const outcome = inLine(client, () => begin(() => build(of, cut)))
      mine.set(cut.index, outcome)
      for (const index of mine.keys()) if (mine.size > MOST_HELD) mine.delete(index)
      outcome.then(
        ({ kind }) => kind === 'busy' && mine.delete(cut.index),
        () => mine.delete(cut.index),
      )
      return outcome
    },

    numberAt: (time) => editionAt(db, time),

    async versions(recordId) {
      const read = await within(READ_WITHIN_MS, readVersions(db, recordId, { limit: VERSIONS_AT_MOST }))
      return { ...read, isCut: read.versions.length > VERSIONS_AT_MOST }
    },
  }
}
