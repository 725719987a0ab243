import { COMPLIANCE_COLUMN_TITLES } from '../../domain/texts.ts'
import { GOV_CLOUDS } from '../clouds.ts'
import { calendar, clock } from '../demo-time.ts'
import { COMPLIANCE_TOP } from './compliance.ts'
import { COOKIE_POLICY } from './cookie-policy.ts'
import { FAQ, faqHtml, GOV_FAQ } from './faq.ts'

export function pageRows(day: string) {
  const updated_at = calendar(day)(clock(-21, '09:00'))
  return [
    { slug: 'faq', cloud_id: null, title: 'FAQ', page_top: '', body: faqHtml(FAQ) },
    ...GOV_CLOUDS.map(({ id }) => ({
      slug: 'faq',
      cloud_id: id,
      title: 'FAQ',
      page_top: '',
      body: faqHtml(GOV_FAQ),
    })),
    ...GOV_CLOUDS.map(({ id }) => ({
      slug: 'compliance',
      cloud_id: id,
      title: 'Compliance',
      page_top: COMPLIANCE_TOP,
      body: '',
    })),
    { slug: 'cookie-policy', cloud_id: null, title: 'Cookie Policy', page_top: '', body: COOKIE_POLICY },
  ].map((page, index) => ({
    ...page,
    column_titles: page.slug === 'compliance' ? [...COMPLIANCE_COLUMN_TITLES] : [],
    id: index + 1,
    version: 1,
    updated_at,
  }))
}
