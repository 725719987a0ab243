import type { PublicationTone } from '../domain/telling/publication-tone.ts'
import type { Fact } from '../domain/telling/publication-words.ts'
import type { TextBlock } from '../domain/telling/text-blocks.ts'

export interface MailLink {
  text: string
  link: string
}

/** Where something stands, in a colour, a shape and words. */
export interface MailState {
  tone: PublicationTone
  words: string
}

/** A part of a longer mail. */
export interface MailSection {
  /** Above the heading. */
  kicker?: string
  heading?: { text: string; link?: string }
  state?: MailState
  blocks: readonly TextBlock[]
  facts?: readonly Fact[]
}

/** What a mail says; both its forms are made from this. */
export interface MailContent {
  provider: string
  /** Where the name of the provider leads. */
  siteUrl: string
  /** What kind of news it is, above the heading. */
  kicker?: string
  heading: string
  /** Under the heading. */
  state?: MailState
  paragraphs: readonly string[]
  sections?: readonly MailSection[]
  facts?: readonly Fact[]
  /** The one thing to do. */
  action: MailLink | undefined
  /** What stands after it, for example how long the link works. */
  notes: readonly string[]
  /** Why the reader gets this. */
  smallPrint: string
  /** What the reader can do about that. */
  links?: readonly MailLink[]
}
