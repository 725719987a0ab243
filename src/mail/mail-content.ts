import type { BrandLook } from '../domain/brand/brand.ts'
import type { PublicationTone } from '../domain/notifying/publication-tone.ts'
import type { Fact } from '../domain/notifying/publication-words.ts'
import type { TextBlock } from '../domain/notifying/text-blocks.ts'

export interface MailLink {
  text: string
  link: string
}

export interface MailState {
  tone: PublicationTone
  words: string
}

export interface MailFact extends Fact {
  link?: string | undefined
}

export interface MailSection {
  kicker?: string
  heading?: { text: string; link?: string }
  state?: MailState
  blocks: readonly TextBlock[]
  facts?: readonly MailFact[]
}

/** Both HTML and text are made from it. */
export interface MailContent {
  provider: string
  /** Absent: the default look. */
  brand?: BrandLook | undefined
  siteUrl: string
  kicker?: string
  heading: string
  state?: MailState
  paragraphs: readonly string[]
  sections?: readonly MailSection[]
  facts?: readonly Fact[]
  action: MailLink | undefined
  /** A plain link below the button. */
  beside?: MailLink | undefined
  /** Below the button, for example how long the link works. */
  notes: readonly string[]
  /** Why the recipient gets this mail. */
  smallPrint: string
  /** Links to unsubscribe or to change settings. */
  links?: readonly MailLink[]
}
