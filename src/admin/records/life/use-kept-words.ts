import { useState } from 'react'
import { forget, readStored, store } from '../../../ui/parts/device-storage.ts'

/** Words that outlast a dialog closed by mistake, and a browser that dies: they are back when it is opened again. */
export function useKeptWords(name: string, usual = '') {
  const key = `candor-words-${name}`
  const [words, setWords] = useState(() => readStored(key) ?? usual)
  const [areOfBefore, setOfBefore] = useState(words !== usual)
  return {
    words,
    areOfBefore,
    write(next: string) {
      setWords(next)
      if (next === '') forget(key)
      else store(key, next)
    },
    /** Start over. */
    drop() {
      setWords(usual)
      setOfBefore(false)
      forget(key)
    },
  }
}
