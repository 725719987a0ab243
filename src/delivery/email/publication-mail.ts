import { inEdition } from '../../domain/log/past-address.ts'
import { type Because, noLongerAffectedWords, whyReceived } from '../../domain/notifying/because.ts'
import type { Publication } from '../../domain/notifying/publication.ts'
import { publicationTone } from '../../domain/notifying/publication-tone.ts'
import {
  headline,
  labeledTexts,
  publicationFacts,
  publicationPath,
  statusInWords,
  threadSubject,
} from '../../domain/notifying/publication-words.ts'
import { plainBlock, plainBlocks, type TextBlock } from '../../domain/notifying/text-blocks.ts'
import type { MailContent, MailSection, MailState } from '../../mail/mail-content.ts'
import type { MailToCompose } from './compose-mail.ts'
import { FORWARD_WITHOUT_LINKS, footLinks } from './foot-links.ts'
import type { NotificationSite } from './mail-site.ts'
import { slotMark } from './mail-slots.ts'
import { newsBlocks } from './news.ts'

/** Longer stories are cut: mail programs hide everything past 100 kB, and the post has the full text. */
const STORY_CHARACTERS = 8_000

interface MailReader {
  because: Because | null
  zone: string
  isFollower?: boolean
}

export function publicationMail(
  publication: Publication,
  of: MailReader & { site: NotificationSite },
): MailToCompose {
  const { recordId, step } = publication
  return {
    subject: threadSubject(publication, of.because, of.zone),
    content: contentOf(publication, of),
    id: `p${publication.id}.c${slotMark('channel')}`,
    thread: {
      root: `r${recordId}.c${slotMark('channel')}`,
      isFirst: step === 'opened' || step === 'scheduled',
    },
    unsubscribesFrom: 'thing',
  }
}

function contentOf(
  publication: Publication,
  {
    because,
    zone,
    isFollower = false,
    site: { provider, publicUrl },
  }: MailReader & { site: NotificationSite },
): MailContent {
  const { content } = publication
  const state = stateOf(publication)
  return {
    provider: provider.name,
    brand: provider.brand,
    siteUrl: publicUrl,
    kicker: headline(publication, because),
    heading: content.title,
    ...(state && { state }),
    paragraphs: noLongerAffectedWords(publication, because),
    sections: sectionsOf(publication, publicUrl),
    facts: publicationFacts(publication, zone),
    action: {
      text: readWords(publication),
      link: publicUrl + publicationPath(publication, because),
    },
    beside: versionLink(publication, { publicUrl, because }),
    notes: [],
    smallPrint: whyReceived(publication, because) + (isFollower ? ` ${FORWARD_WITHOUT_LINKS}` : ''),
    links: footLinks(publicUrl, { from: 'thing', isFollower }),
  }
}

/** The button leads to the current post, which may have changed since. */
function versionLink(
  publication: Publication,
  of: { publicUrl: string; because: Because | null },
): MailContent['beside'] {
  const link = versionAddress(publication, of)
  return link === undefined ? undefined : { text: 'See the version that this message is about', link }
}

/** Undefined for a preview. */
export function versionAddress(
  publication: Publication,
  { publicUrl, because }: { publicUrl: string; because: Because | null },
): string | undefined {
  const { edition } = publication
  if (edition === null) return undefined
  return publicUrl + inEdition(publicationPath(publication, because), { edition, at: undefined })
}

function readWords({ kind, step }: Publication): string {
  if (step === 'post_mortem') return 'Read the post-mortem'
  return kind === 'notification' ? 'Read the notification' : 'Read the post'
}

/** A notification has no status. */
export function stateOf(publication: Publication): MailState | undefined {
  const words = statusInWords(publication)
  return words === '' ? undefined : { tone: publicationTone(publication), words }
}

function sectionsOf(publication: Publication, publicUrl: string): MailSection[] {
  return [
    { blocks: shortened(newsBlocks(publication, publicUrl)) },
    ...labeledTexts(publication).map(({ label, text }) => ({
      heading: { text: label },
      blocks: plainBlocks(text),
    })),
  ]
}

function shortened(blocks: readonly TextBlock[]): TextBlock[] {
  let room = STORY_CHARACTERS
  const kept: TextBlock[] = []
  for (const block of blocks) {
    room -= block.runs.reduce((sum, { text }) => sum + text.length, 0)
    if (room < 0) return [...kept, plainBlock('The rest is in the post.')]
    kept.push(block)
  }
  return kept
}
