import type { RecordVersion } from '../../contract/versions.ts'
import type { FaceVersion } from '../../db/log/past-faces.ts'
import { isWithdrawnFace, type LogFace } from '../../domain/log/log-entry.ts'
import { isRewrite, type VersionChange, versionChanges } from '../../domain/log/version-changes.ts'
import { firstVersionWords, type VersionNames, versionLine } from '../../domain/log/version-words.ts'
import type { RecordKind } from '../../domain/record.ts'
import { type Site, statusName } from '../edition.ts'
import { type Answerer, value } from './answer-outcome.ts'

/** What each version changed, newest first. The log never says who did it. */
export const versionsAnswer: Answerer<'/api/posts/:id/versions'> = (
  { edition, versions: logged },
  { id },
) => {
  if (logged === undefined || logged.versions.length === 0) return value({ data: null })
  const { site, records } = edition
  const told = tellVersions(logged.versions, namesIn(site))
  const newest = logged.versions.findLast(({ face }) => face !== null && !isWithdrawnFace(face))?.face
  const kind = (newest?.kind ?? records.notes.get(id)?.kind ?? records.byId.get(id)?.kind) as RecordKind
  return value({
    data: {
      id,
      kind,
      title: typeof newest?.title === 'string' ? newest.title : '',
      is_withdrawn: records.notes.has(id),
      kept_since: logged.since?.toISOString() ?? null,
      times_changed: told.filter(({ is_change }) => is_change).length,
      is_cut: logged.isCut,
      // The first one of a cut list is only there to compare with.
      versions: (logged.isCut ? told.slice(1) : told).reverse(),
    },
  })
}

/** Oldest first. */
function tellVersions(versions: readonly FaceVersion[], names: VersionNames): RecordVersion[] {
  let published: LogFace | undefined
  const firstAt = firstPublished(versions)
  return versions.map((version, at) => {
    const { face, edition, publishedAt, act, redacted } = version
    const before = versions[at - 1]
    const isBack = before?.act === 'withdrawn'
    const changes: VersionChange[] | undefined =
      face === null || published === undefined ? undefined : versionChanges(published, face, { isBack })
    if (face !== null && !isWithdrawnFace(face)) published = face
    const times = { at: publishedAt, firstAt }
    return {
      edition,
      at: publishedAt.toISOString(),
      // What is redacted can't be compared anymore; what the log noted then still counts.
      is_change: changes === undefined ? version.isRewrite : isRewrite(act, changes),
      lines: linesOf(version, changes, { isFirst: before === undefined }, (change) =>
        versionLine(change, names, times),
      ),
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
  // All times of the demo move together, which is not news.
  if (act === 'moved') return [{ text: firstVersionWords(act) }]
  if (face !== null && changes === undefined) return [{ text: 'The version before it was redacted' }]
  return (changes ?? []).map(lineOf)
}

/** Its posting, if the log saw it; records from before the log say it themselves. */
function firstPublished(versions: readonly FaceVersion[]): Date {
  const [first] = versions
  const posted = versions.findLast(({ face }) => typeof face?.posted_on === 'string')?.face?.posted_on
  const isSeen = first !== undefined && !['found', 'imported', 'moved'].includes(first.act)
  if (isSeen || typeof posted !== 'string') return first?.publishedAt ?? new Date(0)
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
