import type { ReactNode } from 'react'
import { NotLoaded } from '../../ui/parts/not-loaded.tsx'
import { LoadingLines } from './loading-lines.tsx'

export function Loaded<Answer>({
  called,
  onRetry,
  lines = 5,
  children,
}: {
  called: { kind: 'done'; answer: Answer } | { kind: 'refused'; message: string } | undefined
  onRetry: () => void
  lines?: number
  children: (answer: Answer) => ReactNode
}) {
  if (called === undefined) return <LoadingLines lines={lines} />
  if (called.kind === 'refused') return <NotLoaded message={called.message} onRetry={onRetry} />
  return <>{children(called.answer)}</>
}
