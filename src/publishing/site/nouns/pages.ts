import type { Kysely, Selectable } from 'kysely'
import type {
  ComplianceTextRow,
  ComplianceTextValues,
  FaqRow,
  FaqValues,
  PolicyRow,
  PolicyValues,
} from '../../../contract/admin/site/pages.ts'
import type { DB } from '../../../db/database.ts'
import { readRows, type SiteTable } from '../../../db/site-editing/site-rows.ts'
import { listOfMessage } from '../../../domain/site-editing/list-message.ts'
import { wrongImages } from '../../images/wrong-images.ts'
import { sanitizeHtml } from '../../sanitize-html.ts'
import type { SiteNoun } from '../site-noun.ts'
import { oneLine, storable } from '../typed-words.ts'
import { first, isCloud, NO_SUCH_CLOUD } from './checks.ts'
import { readFaqText, whatIsWrongWithFaq, writeFaqText } from './faq-text.ts'

const table: SiteTable<'pages'> = { name: 'pages', key: 'id', order: ['slug'] }

const FAQ = 'faq'
const COMPLIANCE = 'compliance'
const COOKIE_POLICY = 'cookie-policy'

export const policies: SiteNoun<PolicyValues, PolicyRow> = {
  entity: 'page',
  table,
  // Z-05: the legal team maintains this page.
  needs: ({ slug }) => (slug === COOKIE_POLICY ? 'edit-policies' : 'edit-site'),
  isPublic: true,
  read: async (db) =>
    (await readPages(db, isPolicy)).map((page) => ({
      ...aboutPage(page),
      slug: page.slug,
      body: page.body,
    })),
  tidy: (typed) => ({
    ...typed,
    slug: oneLine(typed.slug),
    title: oneLine(typed.title),
    body: sanitizeHtml(storable(typed.body)),
  }),
  check: async (values, { db, others, before }) => ({
    ...(await checkPage(values, {
      db,
      others: others.filter(({ slug }) => slug === values.slug),
    })),
    slug: first(
      values.slug !== COOKIE_POLICY &&
        values.slug !== before?.slug &&
        `The site shows one policy: ${COOKIE_POLICY}.`,
    ),
    body: await wrongImages(db, values.body),
  }),
  toColumns: (values, { now }) => ({ ...values, updated_at: now }),
}

export const faqs: SiteNoun<FaqValues, FaqRow> = {
  entity: 'faq',
  table,
  needs: () => 'edit-faq',
  isPublic: true,
  read: async (db) =>
    (await readPages(db, (slug) => slug === FAQ)).map((page) => ({
      ...aboutPage(page),
      ...readFaqText(page.body),
    })),
  tidy: (typed) => ({
    ...typed,
    title: oneLine(typed.title),
    intro: storable(typed.intro),
    sections: typed.sections.map(({ id, title, intro, questions }) => ({
      id,
      title: title === null ? null : oneLine(title),
      intro: storable(intro),
      questions: questions.map(({ id, question, answer }) => ({
        id,
        question: oneLine(question),
        answer: storable(answer),
      })),
    })),
  }),
  check: async (values, around) => ({
    ...(await checkPage(values, around)),
    sections: whatIsWrongWithFaq(values) ?? (await wrongImages(around.db, textOfFaq(values))),
  }),
  toColumns: async ({ cloud_id, title, intro, sections }, { db, now, before }) => {
    const pages = before === undefined ? [] : await readPages(db, (slug) => slug === FAQ)
    const text = pages.find(({ id }) => id === before?.id)?.body ?? ''
    const body = writeFaqText({ intro, sections }, { before: text, clean: sanitizeHtml })
    return { slug: FAQ, cloud_id, title, body, updated_at: now }
  },
}

export const complianceTexts: SiteNoun<ComplianceTextValues, ComplianceTextRow> = {
  entity: 'compliance-text',
  table,
  needs: () => 'edit-compliance',
  isPublic: true,
  read: async (db) =>
    (await readPages(db, (slug) => slug === COMPLIANCE)).map((page) => ({
      ...aboutPage(page),
      page_top: page.page_top,
      column_titles: page.column_titles,
    })),
  tidy: (typed) => ({
    ...typed,
    title: oneLine(typed.title),
    page_top: sanitizeHtml(storable(typed.page_top)),
    column_titles: typed.column_titles.map(oneLine),
  }),
  check: async (values, around) => ({
    ...(await checkPage(values, around)),
    page_top: await wrongImages(around.db, values.page_top),
  }),
  toColumns: (values, { now }) => ({ ...values, slug: COMPLIANCE, updated_at: now }),
}

function textOfFaq({ intro, sections }: FaqValues): string {
  return sanitizeHtml(
    [intro, ...sections.flatMap((each) => [each.intro, ...each.questions.map(({ answer }) => answer)])].join(
      '',
    ),
  )
}

function isPolicy(slug: string) {
  return slug !== FAQ && slug !== COMPLIANCE && listOfMessage(slug) === undefined
}

async function readPages(db: Kysely<DB>, isWanted: (slug: string) => boolean) {
  return (await readRows(db, table)).filter(({ slug }) => isWanted(slug))
}

function aboutPage({ id, version, cloud_id, title, updated_at }: Selectable<DB['pages']>) {
  return { id, version, cloud_id, title, updated_at: updated_at.toISOString() }
}

async function checkPage(
  { cloud_id, title }: { cloud_id: number | null; title: string },
  { db, others }: { db: Kysely<DB>; others: readonly { cloud_id: number | null }[] },
) {
  return {
    title: first(title === '' && 'Please give it a title.'),
    cloud_id: first(
      !(await isCloud(db, cloud_id)) && NO_SUCH_CLOUD,
      others.some((other) => other.cloud_id === cloud_id) &&
        (cloud_id === null ? 'There is already one for all clouds.' : 'This cloud already has its own.'),
    ),
  }
}
