import type { Logger } from 'pino'
import type { BackupEvent } from '../../backup/start-backups.ts'
import type { WorkerNews } from './worker-news.ts'

export function logBackups(log: Logger, onNews: (news: WorkerNews) => void) {
  return (event: BackupEvent) => {
    switch (event.kind) {
      case 'made': {
        onNews({ kind: 'backups', became: 'made', count: 1 })
        const { kind: _, ...made } = event
        return log.info(made, 'Made a backup')
      }
      case 'removed':
        return log.info({ files: event.files }, 'Removed old backups')
      case 'failed':
        onNews({ kind: 'backups', became: 'failed', count: 1 })
        return log.error({ why: event.line, retryAt: event.retryAt }, 'A backup could not be made')
    }
  }
}
