import { counted } from '../../ui/parts/words.ts'

/** Who gets one message a day gets several pieces of news in it; the kinds below are of these. */
export function dryRunWords({ total, news, days }: { total: number; news: number; days: number }): string {
  return `With these you would have received ${amountWords(total, news)} in the last ${days} days.`
}

function amountWords(total: number, news: number) {
  if (total === 0) return 'no messages'
  if (total === news) return counted(total, 'message')
  return `${counted(total, 'daily digest')} with ${counted(news, 'piece of news', 'pieces of news')}`
}
