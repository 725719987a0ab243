import { factsOf, productStatusOf } from '../../../domain/csaf/advisory-facts.ts'
import { cvssScore, cvssSeverity } from '../../../domain/csaf/cvss-score.ts'
import type { Edition } from '../../edition.ts'
import type { EditionRecord } from '../../edition-record.ts'
import { postAddress } from '../../feeds/post-address.ts'
import { helpOnCloud, recordWithHelp } from '../../help-on-cloud.ts'
import type { DocumentView } from '../document.ts'
import { recordText, updateText } from '../record-text.ts'
import { securityContact } from '../security-txt/security-contact.ts'
import { uriOf } from '../uri-of.ts'
import type { Advisory } from './advisories-of.ts'
import { productTree } from './product-tree.ts'
import { vulnerabilitiesOf } from './vulnerabilities.ts'

type View = Pick<DocumentView, 'edition' | 'publicUrl' | 'isGovDeployment'>

export function advisoryDocument({ edition, publicUrl, isGovDeployment }: View, published: Advisory) {
  const help = helpOnCloud(edition, undefined, isGovDeployment)
  const advisory = { ...published, record: recordWithHelp(published.record, help) }
  const { record, trackingId } = advisory
  const { site } = edition
  const isClosed = site.statuses.find(({ id }) => id === record.status_id)?.isClosed === true
  const status = productStatusOf({ ...facts(record), isClosed })
  const { ids, tree } = productTree(site, record)
  const title = record.title.trim() || trackingId
  const description = recordText(record, publicUrl).trim() || title
  return {
    document: {
      // An advisory without a product status is informational.
      category: status === null ? 'csaf_informational_advisory' : 'csaf_security_advisory',
      csaf_version: '2.0',
      title,
      lang: 'en',
      publisher: publisherOf({ edition, publicUrl }),
      tracking: trackingOf(advisory, { isClosed }),
      distribution: { tlp: { label: 'WHITE', url: 'https://www.first.org/tlp/v1/' } },
      ...severityOf(record),
      notes: notesOf(record, { description, publicUrl }),
      references: referencesOf({ edition, publicUrl }, advisory),
    },
    product_tree: tree,
    ...(status !== null && {
      vulnerabilities: vulnerabilitiesOf({
        record,
        status,
        productIds: ids,
        description,
        title,
        ownId: { system_name: `Advisories of ${publicUrl}`, text: trackingId },
      }),
    }),
  }
}

function facts({ advisory, cve_ids, cvss_score, cvss_vector }: EditionRecord) {
  return { advisory, cve_ids, cvss_score, cvss_vector }
}

function trackingOf(
  { trackingId, revisions, released, updated }: Advisory,
  { isClosed }: { isClosed: boolean },
) {
  return {
    id: trackingId,
    // An open advisory may still be updated.
    status: isClosed ? 'final' : 'interim',
    version: String(revisions.length),
    initial_release_date: released.toISOString(),
    current_release_date: updated.toISOString(),
    revision_history: revisions.map((time, index) => ({
      number: String(index + 1),
      date: time.toISOString(),
      summary: index === 0 ? 'First published.' : 'Published again, with what is new.',
    })),
    generator: { engine: { name: 'Candor' } },
  }
}

function severityOf({ cvss_score, cvss_vector }: EditionRecord) {
  const computed = cvss_vector === null ? undefined : cvssScore(cvss_vector)
  const severity =
    typeof computed === 'object'
      ? computed.severity
      : cvss_score === null
        ? undefined
        : cvssSeverity(cvss_score)
  return (
    severity !== undefined && { aggregate_severity: { text: severity[0] + severity.slice(1).toLowerCase() } }
  )
}

function notesOf(
  record: EditionRecord,
  { description, publicUrl }: { description: string; publicUrl: string },
) {
  const { summary, customer_impact, cvss_vector, cvss_score, updates } = record
  const vector = cvss_vector?.trim() ?? ''
  const score = cvss_score === null ? '' : `${cvss_score.toFixed(1)} `
  return [
    { category: 'summary', title: 'Summary', text: summary.trim() },
    { category: 'description', title: 'Description', text: description },
    { category: 'details', title: 'Customer impact', text: customer_impact?.trim() ?? '' },
    {
      category: 'general',
      title: 'CVSS of the most severe vulnerability',
      text: isInScores(record) ? '' : `${score}${vector}`.trim(),
    },
    ...updates.map((update) => ({
      category: 'details',
      title: `Update of ${update.posted_on.toISOString()}`,
      text: updateText(update, publicUrl).trim(),
    })),
  ].filter(({ text }) => text !== '')
}

/** False for several vulnerabilities, CVSS 4 or no vector. The notes give the score then. */
function isInScores({ cve_ids, cvss_vector }: EditionRecord) {
  return cve_ids.length <= 1 && cvss_vector !== null && typeof cvssScore(cvss_vector) === 'object'
}

function referencesOf(
  { edition, publicUrl }: { edition: Edition; publicUrl: string },
  { record, path }: Advisory,
) {
  const others = factsOf(record.advisory).references.flatMap(({ summary, url }) => {
    const uri = uriOf(url)
    return uri === undefined ? [] : [{ category: 'external', summary: summary.trim() || uri, url: uri }]
  })
  return [
    { category: 'self', summary: 'This document', url: `${publicUrl}${path}` },
    {
      category: 'external',
      summary: `The advisory on the site of ${edition.site.provider.name.trim() || 'the provider'}`,
      url: addressOfPost(edition, record, publicUrl),
    },
    ...others,
  ]
}

/** Without a cloud, an address leads to the first one, where a post of other clouds can't be found. */
function addressOfPost(edition: Edition, record: EditionRecord, publicUrl: string): string {
  const [first, ...others] = edition.site.clouds
  const isElsewhere =
    !record.clouds.includes(first?.id ?? 0) && others.some(({ id }) => record.clouds.includes(id))
  return isElsewhere
    ? postAddress(edition, record, { cloud: undefined, publicUrl })
    : `${publicUrl}/posts/${record.id}`
}

export function publisherOf({ edition, publicUrl }: Pick<DocumentView, 'edition' | 'publicUrl'>) {
  const { provider } = edition.site
  const contact = securityContact(provider)
  return {
    category: 'vendor',
    name: provider.name.trim() || 'The provider',
    namespace: publicUrl,
    ...(contact !== undefined && { contact_details: contact }),
  }
}
