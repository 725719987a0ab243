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
