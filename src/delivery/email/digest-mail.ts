import { type Because, noLongerAffectedWords } from '../../domain/notifying/because.ts'
import type { Publication } from '../../domain/notifying/publication.ts'
import {
  cloudWords,
  newsOf,
  publicationFacts,
  publicationPath,
  timeIn,
} from '../../domain/notifying/publication-words.ts'
import { plainBlock, plainBlocks, type TextBlock } from '../../domain/notifying/text-blocks.ts'
import type { MailSection } from '../../mail/mail-content.ts'
import { cutText } from '../cut-text.ts'
import type { MailToCompose } from './compose-mail.ts'
import { FORWARD_WITHOUT_LINKS, footLinks } from './foot-links.ts'
import type { NotificationSite } from './mail-site.ts'
import { slotMark } from './mail-slots.ts'
import { newsText } from './news.ts'
import { stateOf, versionAddress } from './publication-mail.ts'

export interface DigestItem {
  publication: Publication
  because: Because | null
}

const NEWS_CHARACTERS = 600
/** Mail programs hide everything past 100 kB. */
const MOST_RECORDS = 40

export function digestMail(
  items: readonly DigestItem[],
  { zone, isFollower, site }: { zone: string; isFollower: boolean; site: NotificationSite },
): MailToCompose {
  const { provider, publicUrl } = site
  const records = byRecord(items)
  const shown = records.slice(0, MOST_RECORDS)
  const left = records.length - shown.length
  const heading = headingOf(items.length, records.length)
  return {
    subject: `${provider.name} Trust digest: ${heading}`,
    content: {
      provider: provider.name,
      brand: provider.brand,
      siteUrl: publicUrl,
      kicker: 'Your daily digest',
      heading,
      paragraphs: [],
      sections: shown.map((record) => sectionOf(record, { zone, publicUrl })),
      action: { text: 'See the site', link: publicUrl },
      notes: left === 0 ? [] : [`${left} more ${left === 1 ? 'is' : 'are'} on the site.`],
      smallPrint: `You’re receiving this because you chose a daily digest of your subscriptions.${isFollower ? ` ${FORWARD_WITHOUT_LINKS}` : ''}`,
      links: footLinks(publicUrl, { from: 'everything', isFollower }),
    },
    // A retry with more items gets its own ID, because mailboxes drop mails they already have.
    id: `d${newestOf(items)}.n${items.length}.c${slotMark('channel')}`,
    thread: undefined,
    unsubscribesFrom: 'everything',
  }
}

function newestOf(items: readonly DigestItem[]) {
  return Math.max(...items.map(({ publication }) => publication.id))
}

function headingOf(messages: number, records: number) {
  if (messages === 1) return 'One update'
  return records === messages ? `${messages} updates` : `${messages} updates on ${counted(records)}`
}

function counted(records: number) {
  return records === 1 ? 'one post' : `${records} posts`
}

function byRecord(items: readonly DigestItem[]): DigestItem[][] {
  const records = new Map<number, DigestItem[]>()
  for (const item of [...items].reverse()) {
    const { recordId } = item.publication
    records.set(recordId, [...(records.get(recordId) ?? []), item])
  }
  const clouds = new Map<string, DigestItem[][]>()
  for (const record of records.values()) {
    const cloud = cloudOf(record)
    clouds.set(cloud, [...(clouds.get(cloud) ?? []), record])
  }
  return [...clouds.values()].flat()
}

function cloudOf([newest]: readonly DigestItem[]) {
  const { clouds = [] } = newest?.publication.content ?? {}
  return (clouds.find(({ id }) => id === newest?.because?.cloudId) ?? clouds[0])?.domain ?? ''
}

function sectionOf(
  record: readonly DigestItem[],
  { zone, publicUrl }: { zone: string; publicUrl: string },
): MailSection {
  const [newest] = record
  if (newest === undefined) return { blocks: [] }
  const { publication, because } = newest
  const state = stateOf(publication)
  return {
    kicker: cloudWords(publication, because),
    heading: { text: publication.content.title, link: publicUrl + publicationPath(publication, because) },
    ...(state && { state }),
    blocks: [
      ...noLongerAffectedWords(publication, because).map(plainBlock),
      ...plainBlocks(cutText(newsText(publication, publicUrl), NEWS_CHARACTERS)),
      ...factsBlock(publication, zone),
    ],
    facts: record.map((item) => ({
      label: newsOf(item.publication),
      value: timeIn(zone, item.publication.createdAt.toISOString()),
      // The heading leads to the post as it is when the digest is read.
      link: versionAddress(item.publication, { publicUrl, because: item.because }),
    })),
  }
}

/** Time and places as lines of one paragraph: 40 tables would make the mail too large. */
function factsBlock(publication: Publication, zone: string): TextBlock[] {
  const lines = publicationFacts(publication, zone).map(({ label, value }) => `${label}: ${value}`)
  return lines.length === 0 ? [] : [plainBlock(lines.join('\n'))]
}
