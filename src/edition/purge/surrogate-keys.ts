import type { Edition } from '../edition.ts'
import type { EditionRecord } from '../edition-record.ts'

/**
 * The names that caches in front know answers by. `site` is on every one. An answer of one cloud has the name of that
 * cloud, one of no cloud has `clouds`, and a post has its own.
 */
export const SITE_KEY = 'site'
const CLOUDS_KEY = 'clouds'

export interface AnswerSubject {
  /** Machine name; absent where the answer is of no one cloud. */
  cloud?: string | undefined
  /** Number of the record that it tells of. */
  record?: number | undefined
}

export function surrogateKeys({ number }: Pick<Edition, 'number'>, { cloud, record }: AnswerSubject) {
  return [
    `edition-${number}`,
    SITE_KEY,
    cloud === undefined ? CLOUDS_KEY : cloudKey(cloud),
    ...(record === undefined ? [] : [recordKey(record)]),
  ]
}

/** What must leave the caches when one edition follows another. `site` stands for all there is. */
export function changedKeys(before: Edition | undefined, next: Edition): string[] {
  const isAllNew =
    before === undefined ||
    before.history !== next.history ||
    before.siteNumber !== next.siteNumber ||
    before.threatNumber !== next.threatNumber
  if (isAllNew) return [SITE_KEY]
  const machineNames = new Map(next.site.clouds.map(({ id, machine_name }) => [id, machine_name]))
  const keys = new Set<string>()
  for (const record of changedRecords(before, next)) {
    keys.add(recordKey(record.id)).add(CLOUDS_KEY)
    if (isOnEveryPage(record)) keys.add(SITE_KEY)
    for (const cloudId of record.clouds) {
      const machineName = machineNames.get(cloudId)
      if (machineName !== undefined) keys.add(cloudKey(machineName))
    }
  }
  return [...keys]
}

/** As they were and as they are: a record that leaves a cloud changes that one, too. */
function changedRecords({ records: { byId: before } }: Edition, { records: { byId: next } }: Edition) {
  const changed: EditionRecord[] = []
  for (const [id, record] of next) if (before.get(id) !== record) changed.push(record)
  for (const [id, record] of before) if (next.get(id) !== record) changed.push(record)
  return changed
}

/** Every page shows how each cloud is; most notifications, and what is of no cloud, concern everyone. */
function isOnEveryPage({ kind, closed_on, clouds }: EditionRecord) {
  const isOpenIncident = kind === 'incident' && closed_on === null
  return isOpenIncident || kind === 'notification' || clouds.length === 0
}

function cloudKey(machineName: string) {
  return `cloud-${machineName}`
}

function recordKey(id: number) {
  return `record-${id}`
}
