import type { Read } from '../../contract/public-reads.ts'
import type { Held } from '../../edition/hold-edition.ts'
import { preparePage } from '../../web/server-entry.tsx'
import { minuteOf, readAnswer, valueAnswered } from '../answers/read-answer.ts'
import type { AppContext } from '../context.ts'
import type { OnRead } from './render-page.ts'

/** Reports the reads that a page's scripts make for a reader who chose this cloud, without rendering. */
export async function pageReads(
  { config }: Pick<AppContext, 'config'>,
  held: Held,
  { address, now, chosen, onRead }: { address: string; now: Date; chosen: string; onRead: OnRead },
): Promise<void> {
  const read: Read = async (path, input) => {
    onRead(path, input)
    const { outcome } = readAnswer(held, config, { path, input, minute: minuteOf(now) })
    return valueAnswered(outcome)
  }
  const global = await read('/api/global', {})
  await preparePage({ url: new URL(address, config.publicUrl), read, global, now, chosen })
}
