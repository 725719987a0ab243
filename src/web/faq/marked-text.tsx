import type { TextPiece } from './show-faq.ts'

export function MarkedText({ pieces }: { pieces: readonly TextPiece[] }) {
  return pieces.map(({ text, isHit }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: text pieces are identified by position
    isHit ? <mark key={index}>{text}</mark> : text,
  )
}
