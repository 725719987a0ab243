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

export interface MailContent {
  provider: string
  brand?: BrandLook | undefined
  siteUrl: string
  kicker?: string
  heading: string
  state?: MailState
  paragraphs: readonly string[]
  sections?: readonly MailSection[]
  facts?: readonly Fact[]
  action: MailLink | undefined
  beside?: MailLink | undefined
  notes: readonly string[]
  smallPrint: string
  links?: readonly MailLink[]
}
