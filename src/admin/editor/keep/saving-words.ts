import { clockReading } from '../../parts/clock-reading.ts'
import type { DraftState } from './draft-state.ts'

export interface SavingWords {
  words: string
  isTrouble: boolean
  isSaved: boolean
}

export function savingWords(
  { saving, record, isHeld, theirs }: Pick<DraftState, 'saving' | 'record' | 'isHeld' | 'theirs'>,
  zone: string,
): SavingWords {
  const here = isHeld ? ' Saved in this browser.' : ' Don’t close this page: this is the only copy.'
  switch (saving.kind) {
    case 'unchanged':
      return { words: record === undefined ? 'Nothing typed yet' : 'Saved', isTrouble: false, isSaved: true }
    case 'typing':
      return { words: 'Typing…', isTrouble: false, isSaved: false }
    case 'saving':
      return { words: 'Saving…', isTrouble: false, isSaved: false }
    case 'saved':
      return { words: `Saved ${clockReading(saving.at, zone).slice(-5)}`, isTrouble: false, isSaved: true }
    case 'unreachable':
      return { words: `Not saved: the site can’t be reached.${here}`, isTrouble: true, isSaved: false }
    case 'signed-out':
      return { words: `Not saved: your session has ended.${here}`, isTrouble: true, isSaved: false }
    case 'refused':
      return { words: `Not saved: ${saving.message}${here}`, isTrouble: true, isSaved: false }
    case 'conflict':
      return {
        words: `Not saved: changed by ${theirs?.draft?.saved_by?.name ?? 'someone else'} meanwhile.${here}`,
        isTrouble: true,
        isSaved: false,
      }
  }
}

/** The text of a live region. Each pause in typing saves, so only trouble is announced, and its end. */
export function savingAnnounced(before: string, { words, isTrouble, isSaved }: SavingWords): string {
  if (isTrouble) return words
  return isSaved && before !== '' ? 'Saved.' : before
}
