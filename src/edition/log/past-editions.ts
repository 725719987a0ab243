import type { Kysely } from 'kysely'
import type { DB } from '../../db/database.ts'
import { editionAt, type FaceVersion, readPast, readVersions } from '../../db/log/past-faces.ts'
import { AnswerCache } from '../answer-cache.ts'
import type { Edition } from '../edition.ts'
import type { Held } from '../hold-edition.ts'
import { pastEdition } from './past-edition.ts'

/** Earlier editions share what did not change with the present one, so this bounds their memory, not their number. */
const MOST_RECORDS_HELD = 50_000
const MOST_HELD = 8
/** More would only wait longer: one is built at a time, so that readers of the present never wait for the past. */
const MOST_WAITING = 4
const ANSWER_CACHE_MAX_BYTES = 4 * 1024 * 1024
/** The log has the others. */
const VERSIONS_AT_MOST = 200

export interface PastHeld {
  held: Held
  /** When the next publication in the log followed. Null: none has. */
  nextAt: Date | null
  /** Versions in it that were redacted since. */
  redacted: number
}

export type PastOutcome =
  | ({ kind: 'past' } & PastHeld)
  /** The log began later. Null: it has not begun. */
  | { kind: 'not-kept'; since: Date | null }
  | { kind: 'not-yet' }
  /** Too many ask for other editions. */
  | { kind: 'busy' }

/** Earlier editions of the site, made from the public log. Everything here rejects if the database can't be asked. */
export interface PastEditions {
  edition(present: Edition, number: number): Promise<PastOutcome>
  /** The newest edition that was published by then. Undefined if the log began later. */
  numberAt(time: Date): Promise<{ number: number | undefined; since: Date | null }>
  /** The newest versions of a record, oldest first. */
  versions(recordId: number): Promise<RecordVersions>
}

export interface RecordVersions {
  /** When the log began. Null: it has not. */
  since: Date | null
  /** Of the first one here, `versions` doesn't have the one before it, though the log may. */
  versions: readonly FaceVersion[]
  isCut: boolean
}

/**
 * A redaction is an edition of its own, so what is held for one present edition never shows what was redacted before it.
 */
export function pastEditionsOf(db: Kysely<DB>): PastEditions {
  let present: Edition | undefined
  let held = new Map<number, { outcome: Promise<PastOutcome>; records: number }>()
  let line: Promise<unknown> = Promise.resolve()
  let waiting = 0

  async function build(of: Edition, number: number): Promise<PastOutcome> {
    const read = await readPast(db, { number, history: of.history })
    // A restore happened; the process is about to load what it brought.
    if (read.kind === 'other-history') return { kind: 'busy' }
    if (read.kind === 'not-kept') return read
    const { past } = read
    const edition = await pastEdition(of, number, past)
    const entry = present === of ? held.get(number) : undefined
    if (entry !== undefined) entry.records = past.records.length
    return {
      kind: 'past',
      held: {
        edition,
        staleSince: null,
        answers: new AnswerCache({ maxBytes: ANSWER_CACHE_MAX_BYTES }),
      },
      nextAt: past.nextAt,
      redacted: past.records.filter(({ redacted }) => redacted !== null).length,
    }
  }

  function inLine<T>(make: () => Promise<T>): Promise<T> {
    waiting++
    const made = line.then(make)
    line = made.then(
      () => waiting--,
      () => waiting--,
    )
    return made
  }

  /** The oldest leave first. A Map keeps the order in which they were last asked for. */
  function makeRoom() {
    const records = () => [...held.values()].reduce((sum, entry) => sum + entry.records, 0)
    for (const number of held.keys()) {
      if (held.size <= MOST_HELD && (records() <= MOST_RECORDS_HELD || held.size === 1)) return
      held.delete(number)
    }
  }

  return {
    async edition(of, number) {
      if (number > of.number) return { kind: 'not-yet' }
      if (present !== of) {
        present = of
        held = new Map()
      }
      const known = held.get(number)
      if (known !== undefined) {
        held.delete(number)
        held.set(number, known)
        return known.outcome
      }
      if (waiting > MOST_WAITING) return { kind: 'busy' }
      const mine = held
      const outcome = inLine(() => build(of, number))
      mine.set(number, { outcome, records: 0 })
      outcome.then(
        ({ kind }) => {
          if (kind === 'busy') mine.delete(number)
          else if (mine === held) makeRoom()
        },
        () => mine.delete(number),
      )
      return outcome
    },

    numberAt: (time) => editionAt(db, time),

    async versions(recordId) {
      const { since, versions } = await readVersions(db, recordId, { limit: VERSIONS_AT_MOST })
      return { since, versions, isCut: versions.length > VERSIONS_AT_MOST }
    },
  }
}
