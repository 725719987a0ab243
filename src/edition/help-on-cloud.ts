import { isGovernmental } from '../domain/cloud.ts'
import { type HelpLinks, helpLinks } from '../domain/help-links.ts'
import { eachPart, wholePostMortem } from '../domain/post-mortem.ts'
import type { Edition, SiteCloud } from './edition.ts'
import type { EditionRecord } from './edition-record.ts'

/** G-03: without a cloud, `IS_GOV` alone decides. */
export function helpOnCloud(
  { site }: Pick<Edition, 'site'>,
  cloud: Pick<SiteCloud, 'is_gov'> | undefined,
  isGovDeployment: boolean,
): HelpLinks {
  const isGov = cloud === undefined ? isGovDeployment : isGovernmental(cloud, isGovDeployment)
  return helpLinks(site.provider, isGov)
}

export function recordWithHelp(record: EditionRecord, help: HelpLinks): EditionRecord {
  if (!help.isMapped) return record
  return {
    ...record,
    body: help.html(record.body),
    redirect: record.redirect === null ? null : help.address(record.redirect),
    updates: record.updates.map((update) => ({ ...update, body: help.html(update.body) })),
    postMortem: record.postMortem && {
      ...record.postMortem,
      content: eachPart(wholePostMortem(record.postMortem.content), (html) => help.html(html)),
    },
    advisory: record.advisory && {
      ...record.advisory,
      remediations: record.advisory.remediations.map((remediation) => ({
        ...remediation,
        url: remediation.url === null ? null : help.address(remediation.url),
      })),
      references: record.advisory.references.map((reference) => ({
        ...reference,
        url: help.address(reference.url),
      })),
    },
  }
}
