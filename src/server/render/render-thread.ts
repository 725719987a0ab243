import { getPriority, platform, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { loadAllPages, type MarkupInput, renderMarkup } from '../../web/server-entry.tsx'

export interface RenderQuestion {
  id: number
  page: MarkupInput
}

/**
 * `html` is undefined if rendering failed. The thread that asked then tries itself, and reports the error.
 */
export type RenderAnswer = { kind: 'ready' } | { kind: 'rendered'; id: number; html: string | undefined }

/** Cached answers come first. Not lower: someone may be waiting for this page. */
const NICE = 5
giveWay()

const port = parentPort
port?.on('message', ({ id, page }: RenderQuestion) => answer({ kind: 'rendered', id, html: rendered(page) }))
await loadAllPages()
answer({ kind: 'ready' })

/** On Linux each thread has its own priority; elsewhere this would slow down the whole process. */
function giveWay() {
  if (platform() !== 'linux') return
  try {
    setPriority(0, Math.max(getPriority(), NICE))
  } catch {}
}

function answer(value: RenderAnswer) {
  port?.postMessage(value)
}

function rendered(page: MarkupInput): string | undefined {
  try {
    return renderMarkup(page)
  } catch {
    return undefined
  }
}
