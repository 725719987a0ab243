import { lazy, type ReactNode, Suspense } from 'react'
import { LoadingLines } from '../../parts/loading-lines.tsx'

const RichTextField = lazy(async () => ({
  default: (await import('../../editor/rich-text/rich-text-field.tsx')).RichTextField,
}))

export function RichField({
  label,
  hint,
  error,
  size = 'long',
  value,
  onChange,
}: {
  label: string
  hint?: ReactNode
  error?: string | undefined
  size?: 'long' | 'short'
  value: string
  onChange: (html: string) => void
}) {
  return (
    <Suspense fallback={<LoadingLines lines={4} />}>
      <RichTextField label={label} hint={hint} error={error} size={size} value={value} onChange={onChange} />
    </Suspense>
  )
}
