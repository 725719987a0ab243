import { fork } from 'node:child_process'
import { constants, getPriority, setPriority } from 'node:os'
import type { Logger } from 'pino'
import { type SupervisedProcess, superviseProcess } from './supervise-process.ts'
import type { WorkerNews } from './worker-news.ts'

export const BESIDE_A_SITE = 'beside-a-site'

export interface WorkerProcessOptions {
  main: string
  databaseUrl: string
  env?: Record<string, string>
  log: Logger
  onNews: (news: WorkerNews[]) => void
  onRestart: () => void
}

/**
 * A worker in its own process with a lower priority, restarted when it dies. It ends when this process ends, for
 * whatever reason.
 */
export function startWorkerProcess({
  main,
  databaseUrl,
  env,
  log,
  onNews,
  onRestart,
}: WorkerProcessOptions): SupervisedProcess {
  return superviseProcess({
    start: () => {
      const child = fork(main, [BESIDE_A_SITE], {
        env: { ...process.env, ...env, ROLE: 'worker', DATABASE_URL: databaseUrl },
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      })
      // If the system refuses to create a process, `error` says why.
      if (child.pid !== undefined) {
        giveWay(child.pid)
        log.info({ worker: child.pid }, 'A worker runs with the site')
      }
      child.on('message', (news) => onNews(news as WorkerNews[]))
      child.on('error', (error) => log.error({ err: error }, 'The worker cannot be started'))
      return child
    },
    onDeath: (how) => {
      log.error(how, 'The worker died and will be started again')
      onRestart()
    },
  })
}

function giveWay(pid: number) {
  try {
    // If the site's priority is already lower, the worker's must not be higher.
    setPriority(pid, Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL))
  } catch {
    // Best effort; the process may already be gone.
  }
}
