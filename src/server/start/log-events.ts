import type { Logger } from 'pino'
import type { ImportingEvent } from '../../accounts/imports/start-importing.ts'
import type { BackupEvent } from '../../backup/start-backups.ts'
import type { BounceMailboxEvent } from '../../delivery/bounces/start-bounce-mailbox.ts'
import type { DeliveryEvent } from '../../delivery/worker/delivery-event.ts'
import type { FollowEvent } from '../../edition/file/follow-events.ts'
import type { EditionFileEvent } from '../../edition/file/start-edition-writer.ts'
import type { WitnessEvent } from '../../edition/log/start-witnessing.ts'
import type { TimetableReport } from '../../publishing/timetable/start-timetable.ts'
import type { WorkerNews } from './worker-process.ts'

/** By number and kind only: the log contains no personal addresses. */
export function logDeliveries(log: Logger) {
  return (event: DeliveryEvent) => {
    switch (event.kind) {
      case 'expanded': {
        const { publicationId, added, isDone } = event
        return log.info({ publication: publicationId, added, isDone }, 'Found recipients of a publication')
      }
      case 'settled':
        if (event.became === 'sent') return log.debug(event, 'Deliveries were sent')
        if (event.became === 'dead') return log.warn(event, 'Deliveries failed for good')
        return log.info(event, 'Deliveries were not sent')
      case 'not-sent':
        return log.debug(event, 'A delivery was not sent')
      case 'overtaken':
        return log.warn(event, 'Deliveries were taken over by another worker')
      case 'switched-off':
        return log.info(event, 'A channel was switched off')
      case 'paused':
        return log.warn(event, 'Deliveries are waiting')
      case 'resumed':
        return log.info(event, 'Deliveries continue')
      case 'failed':
        return log.warn({ err: event.error, task: event.task }, 'Deliveries are waiting for the database')
    }
  }
}

export function logImports(log: Logger) {
  return (event: ImportingEvent) => {
    switch (event.kind) {
      case 'slice':
        return log.debug({ import: event.id, people: event.people }, 'Imported some subscribers')
      case 'ended':
        if (event.state === 'failed')
          return log.error({ import: event.id }, 'An import of subscribers failed')
        return log.info({ import: event.id }, 'Imported subscribers')
      case 'failed':
        return log.warn({ err: event.error }, 'Subscribers could not be imported; retrying')
    }
  }
}

export function logTimetable(log: Logger, event: TimetableReport) {
  switch (event.kind) {
    case 'done':
      return log.info({ deed: event.deed, record: event.id, lateMs: event.lateMs }, 'Scheduled action done')
    case 'sent-back':
      return log.warn(
        { record: event.id, fields: event.fields },
        'A scheduled record could not be published; it is a draft again',
      )
    case 'failed': {
      const { what, id, attempts, retryAt, error } = event
      return log.error({ err: error, what, id, attempts, retryAt }, 'Scheduled action failed; retrying')
    }
    case 'away':
      return log.warn({ err: event.error }, 'The timetable could not be checked')
  }
}

export function logBackups(log: Logger, onNews: (news: WorkerNews) => void) {
  return (event: BackupEvent) => {
    switch (event.kind) {
      case 'made': {
        const { kind: _, ...made } = event
        const isVerified = event.verdict.kind === 'verified'
        onNews({ kind: 'backups', became: isVerified ? 'made' : 'unverified', count: 1 })
        return isVerified
          ? log.info(made, 'Made a backup')
          : log.warn(made, 'Made a backup that could not be verified')
      }
      case 'removed':
        return log.info({ files: event.files }, 'Removed old backups')
      case 'failed':
        onNews({ kind: 'backups', became: 'failed', count: 1 })
        return log.error({ why: event.line, retryAt: event.retryAt }, 'A backup could not be made')
    }
  }
}

export function logEditionFiles(log: Logger, onNews: (news: WorkerNews) => void) {
  return (event: EditionFileEvent) => {
    switch (event.kind) {
      case 'leading':
        return log.info('This worker writes editions as files')
      case 'written': {
        onNews({ kind: 'edition-files', became: 'written', count: 1 })
        const { number, file, records, bytes, tookMs } = event
        return log.info({ edition: number, file, records, bytes, tookMs }, 'Wrote an edition as a file')
      }
      case 'failed':
        onNews({ kind: 'edition-files', became: 'failed', count: 1 })
        return log.error(
          { err: event.error, retryInMs: event.retryInMs },
          'An edition could not be written as a file',
        )
      case 'not-tidied':
        return log.warn({ err: event.error }, 'Old edition files could not be removed')
      case 'images-not-copied':
        return log.warn({ err: event.error }, 'Images could not be written beside the editions')
      case 'log-not-copied':
        return log.warn({ err: event.error }, 'The public log could not be written beside the editions')
      case 'mended':
        return log.info('Editions can be written as files again')
    }
  }
}

/** Counts only: the log contains no personal addresses. */
export function logBounceMailbox(log: Logger, onNews: (news: WorkerNews) => void) {
  return (event: BounceMailboxEvent) => {
    switch (event.kind) {
      case 'leading':
        return log.info('This worker reads the bounce mailbox')
      case 'read': {
        const { kind: _, ...counts } = event
        for (const became of ['suppressed', 'unproven', 'ignored'] as const)
          if (counts[became] > 0) onNews({ kind: 'bounce-mailbox', became, count: counts[became] })
        return log.info(counts, 'Read messages in the bounce mailbox')
      }
      case 'failed':
        onNews({ kind: 'bounce-mailbox', became: 'failed', count: 1 })
        return log.error(
          { reason: event.reason, retryInMs: event.retryInMs },
          'The bounce mailbox could not be read',
        )
      case 'mended':
        return log.info('The bounce mailbox can be read again')
    }
  }
}

export function logWitnesses(log: Logger) {
  return (event: WitnessEvent) => {
    switch (event.kind) {
      case 'leading':
        return log.info('This worker asks the witnesses of the public log')
      case 'cosigned':
        return log.info(event, 'A witness cosigned the public log')
      case 'failed':
        return log.warn(event, 'A witness did not cosign the public log')
      case 'ahead':
        return log.error(
          event,
          'A witness has seen more entries of the public log than this database has. Was an older copy of the database started?',
        )
      case 'forked':
        return log.error(
          event,
          'The public log has forked: a witness has cosigned other entries than this database has. Stop the site and see “Witnesses” in docs/public-log.md.',
        )
      case 'away':
        return log.warn({ err: event.error }, 'The witnesses of the public log are waiting for the database')
    }
  }
}

export function logEditionsOfFiles(log: Logger) {
  return (event: FollowEvent) => {
    switch (event.kind) {
      case 'swapped': {
        const { number: edition, records, tookMs } = event
        return log.info({ edition, records, tookMs }, 'New edition')
      }
      case 'lost':
        return log.error(
          { err: event.error },
          'The source of editions is unreachable; serving the last edition',
        )
      case 'found':
        return log.info('The source of editions is back')
      case 'refused':
        return log.error(`Refused ${event.what}: ${event.line}. Serving the last good edition.`)
      case 'not-kept':
        return log.error({ err: event.error }, 'The last good edition can’t be saved for the next start')
    }
  }
}
