import { useState } from 'react'
import { forget, readStored, store } from '../../../web/device-storage.ts'

/** Words that outlast a dialog closed by mistake, and a browser that dies: they are back when it is opened again. */
export function useKeptWords(name: string) {
  const key = `candor-words-${name}`
  const [words, setWords] = useState(() => readStored(key) ?? '')
  const [areOfBefore, setOfBefore] = useState(words !== '')
  return {
    words,
    areOfBefore,
    write(next: string) {
      setWords(next)
      if (next === '') forget(key)
      else store(key, next)
    },
    /** Begin anew. */
    drop() {
      setWords('')
      setOfBefore(false)
      forget(key)
    },
  }
}
