import { useState } from 'react'
import { forget, readStored, store } from '../../../ui/parts/device-storage.ts'
import { useStaff } from '../../shell/staff.ts'

/** Each person at this device has their own draft. */
export function useStoredWords(name: string, usual = '') {
  const { uid } = useStaff()
  const key = `candor-words-${uid}-${name}`
  const [words, setWords] = useState(() => readStored(key) ?? usual)
  const [areOfBefore, setOfBefore] = useState(words !== usual)
  return {
    words,
    areOfBefore,
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
