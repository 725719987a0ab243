import { useState } from 'react'
import { forget, readStored, store } from '../../../ui/parts/device-storage.ts'
import { useStaff } from '../../shell/staff.ts'

/** A draft that survives closing the dialog or the browser. Each person at this device has their own. */
export function useStoredWords(name: string, usual = '') {
  const { uid } = useStaff()
  const key = `candor-words-${uid}-${name}`
  const [words, setWords] = useState(() => readStored(key) ?? usual)
  const [areOfBefore, setOfBefore] = useState(words !== usual)
  return {
    words,
    areOfBefore,
    /** False while it is empty or the default text. */
    isChanged: words !== '' && words !== usual,
    write(next: string) {
      setWords(next)
      if (next === '') forget(key)
      else store(key, next)
    },
    drop() {
      setWords(usual)
      setOfBefore(false)
      forget(key)
    },
  }
}
