import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import { retryDelayMs } from '../../domain/retry-delay.ts'
import { type MarkupInput, renderMarkup } from '../../web/server-entry.tsx'
import type { RenderAnswer, RenderQuestion } from './render-thread.ts'

/** Rendering takes milliseconds, so a thread that doesn't answer within this time is stuck. */
const ANSWERS_WITHIN_MS = 10_000
const LONGEST_PAUSE_MS = 60_000

interface Asked {
  page: MarkupInput
  resolve: (html: string) => void
  reject: (error: unknown) => void
  timer: NodeJS.Timeout
}

export type RenderMarkup = (page: MarkupInput) => string | Promise<string>

interface PageRendering {
  render: RenderMarkup
  stop(): Promise<void>
}

export function renderInThread({ file, log }: { file: string; log: Logger }): PageRendering {
  const asked = new Map<number, Asked>()
  let lastId = 0
  let isReady = false
  let isStopped = false
  let failures = 0
  let waiting: NodeJS.Timeout | undefined
  let thread = start()

  /** Undefined if the system refuses a thread, for example at its limit of processes. */
  function start(): Worker | undefined {
    try {
      return begin()
    } catch (error) {
      log.warn({ err: error }, 'The thread that renders pages can’t be started')
      startAgain()
      return undefined
    }
  }

  function begin() {
    // Without preloaded scripts: what instruments the process must not run twice.
    const env = { ...process.env, NODE_OPTIONS: '' }
    const started = new Worker(file, { name: 'render', execArgv: [], env })
    // The thread must not keep a process alive that has nothing else to do.
    started.unref()
    started.on('message', (answer: RenderAnswer) => {
      if (answer.kind === 'ready') {
        isReady = true
        return
      }
      failures = 0
      if (answer.html === undefined) {
        const path = asked.get(answer.id)?.page.location.pathname
        log.warn({ path }, 'The thread that renders pages can’t render this one')
      }
      settle(answer.id, answer.html)
    })
    started.on('error', (error) => log.warn({ err: error }, 'The thread that renders pages failed'))
    started.once('exit', startAgain)
    return started
  }

  function startAgain() {
    isReady = false
    for (const id of [...asked.keys()]) settle(id, undefined)
    if (isStopped) return
    failures++
    const pauseMs = retryDelayMs({ attempts: failures, firstMs: 1_000, longestMs: LONGEST_PAUSE_MS })
    waiting = setTimeout(() => {
      thread = start()
    }, pauseMs)
    waiting.unref()
  }

  function settle(id: number, html: string | undefined) {
    const one = asked.get(id)
    if (one === undefined) return
    asked.delete(id)
    clearTimeout(one.timer)
    if (html !== undefined) return one.resolve(html)
    try {
      one.resolve(renderMarkup(one.page))
    } catch (error) {
      one.reject(error)
    }
  }

  function render(page: MarkupInput): string | Promise<string> {
    if (!isReady) return renderMarkup(page)
    lastId++
    const id = lastId
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        log.warn('The thread that renders pages does not answer')
        void thread?.terminate()
      }, ANSWERS_WITHIN_MS)
      timer.unref()
      asked.set(id, { page, resolve, reject, timer })
      try {
        thread?.postMessage({ id, page } satisfies RenderQuestion)
      } catch (error) {
        log.warn({ err: error }, 'A page can’t be sent to the thread that renders')
        settle(id, undefined)
      }
    })
  }

  return {
    render,
    stop: async () => {
      isStopped = true
      clearTimeout(waiting)
      await thread?.terminate()
    },
  }
}
