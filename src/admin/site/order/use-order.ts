import { useEffect, useRef, useState } from 'react'
import { showToast } from '../../../ui/toast/toast.ts'
import { showUndo } from '../../parts/show-undo.tsx'
import { type NounPath, orderRows } from '../noun/noun-calls.ts'

/** Optimistic: of several quick moves only the last is saved, and one Undo reverts all. */
export function useOrder<R extends { id: number }>(
  path: NounPath,
  rows: readonly R[],
  reload: () => void,
): { rows: readonly R[]; order: (ids: readonly number[], before: readonly number[], said: string) => void } {
  const [wanted, setWanted] = useState<readonly number[]>()
  const next = useRef<readonly number[]>(undefined)
  const isSending = useRef(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the server's rows now include the order.
  useEffect(() => {
    if (!isSending.current) setWanted(undefined)
  }, [rows])

  async function send(before: readonly number[], said: string) {
    isSending.current = true
    while (next.current !== undefined) {
      const ids = next.current
      next.current = undefined
      const refusal = await orderRows(path, ids)
      if (refusal !== undefined) {
        next.current = undefined
        setWanted(undefined)
        showToast(refusal.message, { isProblem: true })
        break
      }
      if (next.current === undefined) {
        showUndo(said, async () => {
          const undone = await orderRows(path, before)
          reload()
          return undone
        })
      }
    }
    isSending.current = false
    reload()
  }

  return {
    rows: wanted === undefined ? rows : inOrder(rows, wanted),
    order(ids, before, said) {
      setWanted(ids)
      next.current = ids
      if (!isSending.current) void send(before, said)
    },
  }
}

export function inOrder<R extends { id: number }>(rows: readonly R[], ids: readonly number[]): R[] {
  const named = new Map(rows.filter(({ id }) => ids.includes(id)).map((row) => [row.id, row]))
  const sorted = ids.flatMap((id) => named.get(id) ?? [])
  return rows.map((row) => (named.has(row.id) ? (sorted.shift() ?? row) : row))
}
