import type { Logger } from 'pino'
import type { FollowEvent } from '../../edition/file/follow-events.ts'

/** What becomes of the files that a disaster-recovery site follows. */
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
          'The source of editions is out of reach; serving the last one that came',
        )
      case 'found':
        return log.info('The source of editions is back')
      case 'refused':
        return log.error(`Refused ${event.what}: ${event.line}. Serving the last good edition.`)
      case 'not-kept':
        return log.error({ err: event.error }, 'The last good edition cannot be kept for the next start')
    }
  }
}
