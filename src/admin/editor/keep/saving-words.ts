import { clockReading } from '../../parts/clock-reading.ts'
import type { Kept } from './keeping.ts'

export function savingWords(
  { saving, record, isHeld, theirs }: Pick<Kept, 'saving' | 'record' | 'isHeld' | 'theirs'>,
  zone: string,
): { words: string; isTrouble: boolean } {
  const here = isHeld ? ' Saved in this browser.' : ' Don’t close this page: this is the only copy.'
  switch (saving.kind) {
    case 'unchanged':
      return { words: record === undefined ? 'Nothing typed yet' : 'Saved', isTrouble: false }
    case 'typing':
      return { words: 'Typing…', isTrouble: false }
    case 'saving':
      return { words: 'Saving…', isTrouble: false }
    case 'saved':
      return { words: `Saved ${clockReading(saving.at, zone).slice(-5)}`, isTrouble: false }
    case 'unreachable':
      return { words: `Not saved: the site can’t be reached.${here}`, isTrouble: true }
    case 'signed-out':
      return { words: `Not saved: your session has ended.${here}`, isTrouble: true }
    case 'refused':
      return { words: `Not saved: ${saving.message}${here}`, isTrouble: true }
    case 'conflict':
      return {
        words: `Not saved: changed by ${theirs?.draft?.saved_by?.name ?? 'someone else'} meanwhile.${here}`,
        isTrouble: true,
      }
  }
}
