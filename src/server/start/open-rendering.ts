import type { AppContext } from '../context.ts'
import { renderInThread } from '../render/render-in-thread.ts'
import type { Opened } from './opened.ts'
import type { StartOptions } from './start-options.ts'

/** Without answers made ahead, few pages are rendered while others are read, and a thread is not worth its memory. */
export function openRendering(
  { config, log, renderThread }: StartOptions,
  opened: Opened,
): Pick<AppContext, 'render'> {
  if (renderThread === undefined || !config.caches.isWarming) return {}
  const { render, stop } = renderInThread({ file: renderThread, log })
  opened.add(stop)
  return { render }
}
