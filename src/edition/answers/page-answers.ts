import { COMPLIANCE_COLUMN_TITLES } from '../../domain/texts.ts'
import { type Edition, findCloud } from '../edition.ts'
import { helpOnCloud } from '../help-on-cloud.ts'
import { type Answerer, unknownCloud, value } from './answer-outcome.ts'

export const basicPageAnswer: Answerer<'/api/basic-page/:page'> = ({ edition, deployment }, input) => {
  const cloud = input.cloud === undefined ? undefined : findCloud(edition, input.cloud)
  if (input.cloud !== undefined && cloud === undefined) return unknownCloud(input.cloud)
  const page = pageOf(edition, input.page, cloud?.id)
  const help = helpOnCloud(edition, cloud, deployment.isGov)
  return value({
    page_content: { title: page?.title ?? UNWRITTEN_TITLES[input.page], body: help.html(page?.body ?? '') },
  })
}

/** An unwritten page is empty, not missing: the menu links to it. */
const UNWRITTEN_TITLES = { faq: 'FAQ', 'cookie-policy': 'Cookie policy' }

export const complianceAnswer: Answerer<'/api/compliance'> = ({ edition, deployment }, input) => {
  const cloud = findCloud(edition, input.cloud)
  if (cloud === undefined) return unknownCloud(input.cloud)
  const page = pageOf(edition, 'compliance', cloud.id)
  return value({
    page_top: helpOnCloud(edition, cloud, deployment.isGov).html(page?.pageTop ?? ''),
    column_titles: COMPLIANCE_COLUMN_TITLES.map(
      (usual, column) => page?.columnTitles[column]?.trim() || usual,
    ),
    page_content: edition.site.complianceRows
      .filter((row) => row.cloudId === null || row.cloudId === cloud.id)
      .map(({ description, date }) => ({ description, date })),
  })
}

export function pageOf({ site }: Edition, slug: string, cloudId: number | undefined) {
  const pages = site.pages.filter((page) => page.slug === slug)
  return pages.find((page) => page.cloudId === cloudId) ?? pages.find((page) => page.cloudId === null)
}
