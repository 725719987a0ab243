import type { RecordVersion } from '../../contract/versions.ts'
import type { FaceVersion } from '../../db/log/past-faces.ts'
import { isWithdrawnFace, type LogAct, type LogFace } from '../../domain/log/log-entry.ts'
import { type VersionChange, versionChanges } from '../../domain/log/version-changes.ts'
import {
  firstVersionWords,
  newWordBudget,
  type VersionNames,
  versionLine,
} from '../../domain/log/version-words.ts'
import type { RecordKind } from '../../domain/record.ts'
import { type Site, statusName } from '../edition.ts'
import type { RecordVersions } from '../log/past-editions.ts'
import { type Answerer, value } from './answer-outcome.ts'

/** The log never says who made a version. */
export const versionsAnswer: Answerer<'/api/posts/:id/versions'> = (
  { edition, now, versions: logged },
  { id },
) => {
  if (logged === undefined || logged.versions.length === 0) return value({ data: null })
  const { site, records } = edition
  const told = describeVersions(logged, namesIn(site))
  const newest = logged.versions.findLast(({ face }) => face !== null && !isWithdrawnFace(face))?.face
  const kind = (newest?.kind ?? records.notes.get(id)?.kind ?? records.byId.get(id)?.kind) as RecordKind
  const data = {
    id,
    kind,
    title: typeof newest?.title === 'string' ? newest.title : '',
    is_withdrawn: records.notes.has(id),
    kept_since: logged.since?.toISOString() ?? null,
    times_changed: logged.rewrites,
    changes_known_since: isOlderThanLog(logged) ? (logged.first?.publishedAt.toISOString() ?? null) : null,
    is_cut: logged.isCut,
    versions: told,
  }
  // The next publication completes the log. No cache is notified of that.
  return logged.isComplete ? value({ data }) : value({ data }, { until: now })
}

function isOlderThanLog({ first }: RecordVersions): boolean {
  return first !== null && BEFORE_THE_LOG.has(first.act)
}

const BEFORE_THE_LOG: ReadonlySet<LogAct> = new Set(['found', 'imported', 'moved'])

/** Newest first. The newest versions get the words that fit, since most readers look at those. */
function describeVersions(logged: RecordVersions, names: VersionNames): RecordVersion[] {
  const { versions, isCut } = logged
  const firstAt = firstPublished(logged)
  const budget = newWordBudget()
  let published: LogFace | undefined
  const compared = versions.map((version, at) => {
    const { face } = version
    const isBack = versions[at - 1]?.act === 'withdrawn'
    const changes: VersionChange[] | undefined =
      face === null || published === undefined ? undefined : versionChanges(published, face, { isBack })
    if (face !== null && !isWithdrawnFace(face)) published = face
    return { version, changes, isFirst: at === 0 }
  })
  return compared
    .slice(isCut ? 1 : 0)
    .reverse()
    .map(({ version, changes, isFirst }) => {
      const { edition, publishedAt, isRewrite, redacted } = version
      const times = { at: publishedAt, firstAt }
      return {
        edition,
        at: publishedAt.toISOString(),
        is_change: isRewrite,
        lines: linesOf(version, changes, { isFirst }, (change) => versionLine(change, names, times, budget)),
        ...(redacted !== null && { redacted: { on: redacted.at.toISOString(), reason: redacted.reason } }),
      }
    })
}

function linesOf(
  { act, face }: FaceVersion,
  changes: readonly VersionChange[] | undefined,
  { isFirst }: { isFirst: boolean },
  lineOf: (change: VersionChange) => RecordVersion['lines'][number],
): RecordVersion['lines'] {
  if (isFirst) return [{ text: firstVersionWords(act) }]
  // In the demo all times move together, which is not news.
  if (act === 'moved') return [{ text: firstVersionWords(act) }]
  if (face !== null && changes === undefined) return [{ text: 'The version before it was redacted' }]
  return (changes ?? []).map(lineOf)
}

function firstPublished(logged: RecordVersions): Date {
  const { first, versions } = logged
  const posted = versions.findLast(({ face }) => typeof face?.posted_on === 'string')?.face?.posted_on
  if (!isOlderThanLog(logged) || typeof posted !== 'string') return first?.publishedAt ?? new Date(0)
  return new Date(posted)
}

function namesIn(site: Site): VersionNames {
  return {
    place(kind, id) {
      if (kind === 'cloud') return site.clouds.find((cloud) => cloud.id === id)?.domain
      return (kind === 'service' ? site.services : site.dataCenters).get(id)?.name
    },
    severity: (tid) => site.severities.find((severity) => severity.tid === tid)?.name,
    status: (id) => statusName(site, id) || undefined,
  }
}
