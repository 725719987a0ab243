import { UTC } from '../../domain/format-time.ts'
import { browserTimeZone, ownTimeNote } from '../../ui/times/moment-words.ts'
import { townOf, zoneWords } from '../../ui/times/zone-words.ts'
import { NOW_WORDS, type NowWordsKind } from '../times/now-words.ts'
import { isOverdue } from '../times/until-words.ts'

export function writeTimes(page: ParentNode, now: Date) {
  for (const span of page.querySelectorAll<HTMLElement>('[data-now]')) {
    const { now: kind, at = '' } = span.dataset
    write(span, NOW_WORDS[kind as NowWordsKind](now, at))
    span.closest('[data-promise]')?.toggleAttribute('data-overdue', isOverdue(now, at))
  }
  const zone = browserTimeZone()
  for (const span of page.querySelectorAll<HTMLElement>('[data-own-time]')) {
    write(span, ownTimeNote(span.dataset.ownTime ?? '', zone))
  }
  if (zone === UTC) return
  for (const span of page.querySelectorAll<HTMLElement>('[data-zone]')) {
    write(span, span.dataset.zone === 'compact' ? townOf(zone) : zoneWords(zone, now))
    span.closest('[data-idle]')?.removeAttribute('data-idle')
  }
}

function write(span: HTMLElement, words: string) {
  if (span.textContent !== words) span.textContent = words
}
