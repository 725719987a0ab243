import { fork } from 'node:child_process'
import { constants, getPriority, setPriority } from 'node:os'
import type { Logger } from 'pino'
import { type KeptProcess, keepProcess } from './keep-process.ts'
import type { WorkerNews } from './worker-news.ts'

/** The first argument of a program that works beside a site. */
export const BESIDE_A_SITE = 'beside-a-site'

export interface WorkerProcessOptions {
  main: string
  databaseUrl: string
  /** Besides that of this process. */
  env?: Record<string, string>
  log: Logger
  onNews: (news: WorkerNews[]) => void
  onRestart?: () => void
}

/**
 * A worker in a process of its own, which gives way to this one and is started again when it dies. It ends when this one
 * goes, however it goes.
 */
export function startWorkerProcess({
  main,
  databaseUrl,
  env,
  log,
  onNews,
  onRestart = () => {},
}: WorkerProcessOptions): KeptProcess {
  return keepProcess({
    start: () => {
      const child = fork(main, [BESIDE_A_SITE], {
        env: { ...process.env, ...env, ROLE: 'worker', DATABASE_URL: databaseUrl },
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      })
      // The system may refuse to make another process; then `error` says why.
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

/** Readers come first. */
function giveWay(pid: number) {
  try {
    // Where the site gives way already, the worker never comes before it.
    setPriority(pid, Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL))
  } catch {
    // It is a kindness; it may also be gone already.
  }
}
