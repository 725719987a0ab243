import { useEffect, useState } from 'react'

/** True once something has been so for a while; false as soon as it ends. */
export function useIsLong(isSo: boolean, delayMs: number): boolean {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    if (!isSo) return
    const timer = setTimeout(() => setLong(true), delayMs)
    return () => {
      clearTimeout(timer)
      setLong(false)
    }
  }, [isSo, delayMs])
  return isSo && isLong
}
