import { nextBannerStart } from '../../domain/banners/banners-in-force.ts'
import { nextGoalStart } from '../../domain/dated-goals.ts'
import type { Site } from '../edition.ts'
import type { LoadedEdition } from '../load-edition.ts'
import { writeHead } from './edition-head.ts'
import type { EditionHeader } from './edition-header.ts'
import type { SigningKey } from './edition-keys.ts'
import { HEAD_NAME, isEditionName, namesToForget } from './edition-name.ts'
import type { WritablePlace } from './edition-targets.ts'
import { packEdition } from './pack-edition.ts'

/** With a recovery site that polls every five seconds, its content is known to be less than half a minute old. */
const HEAD_EVERY_MS = 20_000

export type WritingEvent =
  | { kind: 'written'; number: number; file: string; records: number; bytes: number; tookMs: number }
  | { kind: 'not-tidied'; error: unknown }

export interface WritingOptions {
  place: WritablePlace
  key: SigningKey
  keep: number
  clock: () => Date
  onEvent: (event: WritingEvent) => void
  headEveryMs?: number
}

interface Current {
  edition: LoadedEdition
  name: string
  header: EditionHeader
  completeUntil: Date | undefined
}

/** Writes to one target while this worker leads: the file first, then the head that names it. */
export function writingTo(options: WritingOptions) {
  const { place, key, keep, onEvent, headEveryMs = HEAD_EVERY_MS } = options
  let current: Current | undefined
  let unwritten: Buffer | undefined
  let headAt: number | undefined
  /** Known files of a target that can't list them. */
  let known: Set<string> | undefined

  async function write(
    edition: LoadedEdition,
    { askedAt, mayWrite }: { askedAt: Date; mayWrite: () => boolean },
  ) {
    const startedAt = performance.now()
    if (current?.edition !== edition || isIncomplete(current, askedAt)) {
      const { name, header, bytes } = await packEdition(edition, { key, now: askedAt })
      current = { edition, name, header, completeUntil: nextStartOf(edition.site, askedAt) }
      unwritten = bytes
      headAt = undefined
    }
    if (unwritten !== undefined) {
      refuseUnless(mayWrite)
      await place.put(current.name, unwritten)
      unwritten = undefined
      known ??= await knownBefore()
      known?.add(current.name)
    }
    const isNew = headAt === undefined
    const sinceHeadMs = askedAt.getTime() - (headAt ?? Number.NEGATIVE_INFINITY)
    // If a clock was set back, the time since the last head is unknown.
    if (sinceHeadMs >= 0 && sinceHeadMs < headEveryMs) return
    refuseUnless(mayWrite)
    await place.put(HEAD_NAME, Buffer.from(headOf(current, askedAt)))
    headAt = askedAt.getTime()
    if (!isNew) return
    const { number, records, bytes } = current.header
    onEvent({
      kind: 'written',
      number,
      file: current.name,
      records,
      bytes,
      tookMs: performance.now() - startedAt,
    })
    await tidy(current.name).catch((error: unknown) => onEvent({ kind: 'not-tidied', error }))
  }

  async function knownBefore(): Promise<Set<string> | undefined> {
    if ((await place.list()) !== undefined) return undefined
    const head = await place.read(HEAD_NAME).catch(() => undefined)
    return new Set(namesIn(head?.toString('utf8')))
  }

  function headOf({ name, header }: Current, verifiedAt: Date): string {
    const { number, history, sha256, published_at } = header
    const kept = known === undefined ? {} : { kept: [...known].sort().reverse() }
    const verified_at = verifiedAt.toISOString()
    return writeHead({ number, history, file: name, sha256, published_at, verified_at, ...kept }, key)
  }

  async function tidy(current: string) {
    const names = (await place.list()) ?? [...(known ?? [])]
    for (const name of namesToForget(names, { keep, current, isNewest: true })) {
      await place.remove(name)
      known?.delete(name)
    }
  }

  return {
    write,
    edition: () => current?.edition,
    /** When the next banner or goal begins, which the file lacks. */
    completeUntil: () => current?.completeUntil,
  }
}

function nextStartOf({ banners, provider, services, dataCenters }: Site, now: Date): Date | undefined {
  const goals = [
    ...provider.publish_goals,
    ...provider.message_goals,
    ...provider.promise_goals,
    ...[...services.values(), ...dataCenters.values()].flatMap((place) => place.goals),
  ]
  const starts = [nextBannerStart(banners, now), nextGoalStart(goals, now)].filter((at) => at !== undefined)
  return starts.sort((a, b) => a.getTime() - b.getTime())[0]
}

function isIncomplete({ completeUntil }: Current, now: Date) {
  return completeUntil !== undefined && completeUntil <= now
}

function refuseUnless(mayWrite: () => boolean) {
  if (!mayWrite()) throw new Error('The database is unreachable, and another worker may be writing by now')
}

function namesIn(head: string | undefined): string[] {
  try {
    const { file, kept = [] } = JSON.parse(head ?? '{}') as { file?: unknown; kept?: unknown[] }
    return [file, ...kept].filter((name) => typeof name === 'string').filter(isEditionName)
  } catch {
    return []
  }
}
