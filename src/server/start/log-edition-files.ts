import type { Logger } from 'pino'
import type { EditionFileEvent } from '../../edition/file/start-edition-writer.ts'
import type { WorkerNews } from './worker-news.ts'

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
      case 'mended':
        return log.info('Editions can be written as files again')
    }
  }
}
