import { NOW_WORDS, type NowWordsKind } from './now-words.ts'

/**
 * Empty in the server's HTML, which is the same at any time. The boot script may have written it before React
 * takes over.
 */
export function NowSpan({ kind, at, now }: { kind: NowWordsKind; at: string; now: Date | undefined }) {
  return (
    <span data-now={kind} data-at={at} suppressHydrationWarning>
      {now === undefined ? '' : NOW_WORDS[kind](now, at)}
    </span>
  )
}
