import { fork } from 'node:child_process'
import { constants, getPriority, setPriority } from 'node:os'
import type { Logger } from 'pino'
import { type SupervisedProcess, superviseProcess } from './supervise-process.ts'

export const BESIDE_A_SITE = 'beside-a-site'

interface WorkerProcessOptions {
  main: string
  databaseUrl: string
  env?: Record<string, string>
  log: Logger
  onNews: (news: WorkerNews[]) => void
  onRestart: () => void
}

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
  } catch {}
}

export type WorkerNews = { count: number } & (
  | { kind: 'deliveries'; lane: string; became: string }
  | { kind: 'edition-files'; became: 'written' | 'failed' }
  | { kind: 'backups'; became: 'made' | 'unverified' | 'failed' }
  | { kind: 'bounce-mailbox'; became: 'suppressed' | 'unproven' | 'ignored' | 'failed' }
)

const SEND_EVERY_MS = 1_000

export function tallyNews(send: (news: WorkerNews[]) => void) {
  let tally = new Map<string, WorkerNews>()
  let timer: NodeJS.Timeout | undefined

  function flush() {
    clearTimeout(timer)
    timer = undefined
    const news = [...tally.values()]
    tally = new Map()
    if (news.length > 0) send(news)
  }

  return {
    add: (news: WorkerNews) => {
      const { count, ...what } = news
      const key = JSON.stringify(what)
      tally.set(key, { ...news, count: count + (tally.get(key)?.count ?? 0) })
      timer ??= setTimeout(flush, SEND_EVERY_MS)
    },
    flush,
  }
}
