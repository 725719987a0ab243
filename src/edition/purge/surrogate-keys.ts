import { stateShown } from '../answers/global-answer.ts'
import { type Edition, imagesShown, type SiteCloud, showsImage } from '../edition.ts'
import type { EditionRecord } from '../edition-record.ts'
import { differingKeys } from '../shared-map.ts'

/**
 * Surrogate keys for the caches in front. Every answer has `site`. An answer of one cloud has the key of that cloud,
 * any other has `clouds`, and a post also has its own. An answer with words of earlier versions has `past`, which a
 * redaction purges.
 */
export const SITE_KEY = 'site'
const CLOUDS_KEY = 'clouds'

/** Images are kept for a year, except those that are taken off the site. */
export function keysOfImage(name: string): string[] {
  return [SITE_KEY, imageKey(name)]
}

/** Answers of earlier editions stay as they are, except that something in them is redacted. */
export function keysOfPast({ number }: Pick<Edition, 'number'>): string[] {
  return [`edition-${number}`, SITE_KEY, PAST_KEY]
}

const PAST_KEY = 'past'

export interface AnswerSubject {
  /** Machine name. Absent if the answer is not about a single cloud. */
  cloud?: string | undefined
  record?: number | undefined
  hasVersions?: boolean
}

export function surrogateKeys(
  { number }: Pick<Edition, 'number'>,
  { cloud, record, hasVersions = false }: AnswerSubject,
) {
  return [
    `edition-${number}`,
    SITE_KEY,
    cloud === undefined ? CLOUDS_KEY : cloudKey(cloud),
    ...(record === undefined ? [] : [recordKey(record)]),
    ...(hasVersions ? [PAST_KEY] : []),
  ]
}

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
    if (concernsEveryone(record)) keys.add(SITE_KEY)
    for (const cloudId of record.clouds) {
      const machineName = machineNames.get(cloudId)
      if (machineName !== undefined) keys.add(cloudKey(machineName))
    }
  }
  // Every cloud's page counts the incidents withdrawn on any cloud.
  if (before.records.notes !== next.records.notes) keys.add(SITE_KEY)
  // Every page shows the state of each cloud.
  const hasOtherState = (cloud: SiteCloud) =>
    stateShown(cloud, before.records) !== stateShown(cloud, next.records)
  if (next.site.clouds.some(hasOtherState)) keys.add(SITE_KEY)
  // Redacting changes no record, only the files of the log, which have this key.
  if (before.log?.size !== next.log?.size) keys.add(CLOUDS_KEY)
  if (before.log?.redacted !== next.log?.redacted) keys.add(PAST_KEY)
  for (const name of imagesShown(before)) if (!showsImage(next, name)) keys.add(imageKey(name))
  return [...keys]
}

/**
 * Both old and new versions: a record that leaves a cloud changes that cloud, too. A record also shows when
 * its messages were sent, which may first appear in an edition about another record.
 */
function changedRecords(before: Edition, next: Edition) {
  const [old, current] = [before.records.byId, next.records.byId]
  const versions = differingKeys(old, current).flatMap((id) => [current.get(id), old.get(id)])
  const withOtherTimes = differingKeys(before.messageTimes, next.messageTimes).map((id) => current.get(id))
  return new Set([...versions, ...withOtherTimes].filter((record) => record !== undefined))
}

function concernsEveryone({ kind, clouds }: EditionRecord) {
  return kind === 'notification' || clouds.length === 0
}

function cloudKey(machineName: string) {
  return `cloud-${machineName}`
}

function recordKey(id: number) {
  return `record-${id}`
}

function imageKey(name: string) {
  return `image-${name.split('.', 1)[0]}`
}
