import type { Logger } from 'pino'
import type { BounceMailboxEvent } from '../../delivery/bounces/start-bounce-mailbox.ts'
import type { WorkerNews } from './worker-news.ts'

/** Counts only: no address of a person belongs in the log. */
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
