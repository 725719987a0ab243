import { type Static, Type } from 'typebox'
import { Moment } from '../../common.ts'
import { Html, InOrder, OfCloud, OfRow, OptionalWords, Words } from './fields.ts'
import { nounCalls, orderCall } from './noun-calls.ts'

const policyValues = Type.Object({
  slug: Words(64),
  cloud_id: OfCloud,
  title: Words(200),
  body: Html,
})
export type PolicyValues = Static<typeof policyValues>

const policyRow = Type.Object({ ...OfRow, updated_at: Moment, ...policyValues.properties })
export type PolicyRow = Static<typeof policyRow>

const Question = Type.Object({
  /** Null for a new question. Links use it, so it never changes. */
  id: OptionalWords(80),
  question: Words(500),
  answer: Html,
})
const Section = Type.Object({
  id: OptionalWords(80),
  /** Null only for the first section, whose questions have no heading. */
  title: OptionalWords(300),
  intro: Html,
  questions: Type.Array(Question, { maxItems: 500 }),
})
export type FaqQuestionValues = Static<typeof Question>
export type FaqSectionValues = Static<typeof Section>

const faqValues = Type.Object({
  cloud_id: OfCloud,
  title: Words(200),
  intro: Html,
  sections: Type.Array(Section, { maxItems: 200 }),
})
export type FaqValues = Static<typeof faqValues>

const faqRow = Type.Object({ ...OfRow, updated_at: Moment, ...faqValues.properties })
export type FaqRow = Static<typeof faqRow>

const complianceTextValues = Type.Object({
  cloud_id: OfCloud,
  title: Words(200),
  page_top: Html,
  /** For the description and date columns. Empty for the defaults. */
  column_titles: Type.Array(Words(100), { maxItems: 2 }),
})
export type ComplianceTextValues = Static<typeof complianceTextValues>

const complianceTextRow = Type.Object({ ...OfRow, updated_at: Moment, ...complianceTextValues.properties })
export type ComplianceTextRow = Static<typeof complianceTextRow>

const complianceRowValues = Type.Object({
  cloud_id: OfCloud,
  description: Words(500),
  /** A day, a quarter, or free text. */
  date_text: Words(100),
})
export type ComplianceRowValues = Static<typeof complianceRowValues>

const complianceRow = Type.Object({ ...OfRow, ...InOrder, ...complianceRowValues.properties })
export type ComplianceRow = Static<typeof complianceRow>

const complianceRowNoun = {
  one: 'row of the compliance table',
  many: 'rows of the compliance table',
  access: 'edit-compliance',
  values: complianceRowValues,
  row: complianceRow,
} as const

export const pageCalls = {
  ...nounCalls('policies', {
    one: 'policy',
    many: 'policies',
    access: 'edit-policies',
    values: policyValues,
    row: policyRow,
  }),
  ...nounCalls('faq', {
    one: 'FAQ of one cloud or of all clouds',
    many: 'FAQs of all clouds and of single clouds',
    access: 'edit-faq',
    values: faqValues,
    row: faqRow,
  }),
  ...nounCalls('compliance-texts', {
    one: 'text above the compliance table',
    many: 'texts above compliance tables',
    access: 'edit-compliance',
    values: complianceTextValues,
    row: complianceTextRow,
  }),
  ...nounCalls('compliance-rows', complianceRowNoun),
  ...orderCall('compliance-rows', complianceRowNoun, 'cloud'),
}
