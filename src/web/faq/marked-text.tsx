import type { TextPiece } from './show-faq.ts'

/** A heading in plain words, with what was searched for marked. */
export function MarkedText({ pieces }: { pieces: readonly TextPiece[] }) {
  return pieces.map(({ text, isHit }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text are known by their place in it
    isHit ? <mark key={index}>{text}</mark> : text,
  )
}
