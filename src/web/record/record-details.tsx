import { Fragment } from 'react'
import { Link } from 'react-router'
import type { PostRecord } from '../../contract/records.ts'
import type { Cloud } from '../../domain/cloud.ts'
import { PRODUCT_STATUS_WORDS } from '../../domain/csaf/advisory-facts.ts'
import { advisoryDocumentPath } from '../../domain/csaf/advisory-name.ts'
import { FoldSummary } from '../../ui/parts/fold-summary.tsx'
import { Moment } from '../../ui/times/moment.tsx'
import { Fact } from './fact.tsx'
import styles from './record-details.module.css'
import { areaWords, cvssWords, eventWords, kindWords, sentenceCase } from './record-details-words.ts'
import { recordTimes } from './record-times.ts'

export function RecordDetails({
  record,
  clouds,
  here,
}: {
  record: PostRecord
  clouds: readonly Cloud[]
  here: Cloud
}) {
  const area = areaWords(record)
  return (
    <aside className={styles.details} aria-label="Details">
      <dl>
        {recordTimes(record).map(({ terms, at, by }) => (
          <Fact key={terms} term={terms}>
            <Moment at={at} />
            {by !== '' && (
              <span className={styles.by}>
                by <bdi>{by}</bdi>
              </span>
            )}
          </Fact>
        ))}
        {area !== undefined && <Fact term="Area">{area}</Fact>}
        {record.incident_type !== undefined && (
          <Fact term="Incident type">{sentenceCase(record.incident_type)}</Fact>
        )}
        {record.cve_ids !== undefined && (
          <Fact term={record.cve_ids.length === 1 ? 'Vulnerability' : 'Vulnerabilities'}>
            <CveLinks ids={record.cve_ids} />
          </Fact>
        )}
        {record.cvss_score !== undefined && (
          <Fact term="CVSS">
            {cvssWords(record.cvss_score)}
            {record.cvss_vector !== undefined && <span className={styles.vector}>{record.cvss_vector}</span>}
          </Fact>
        )}
        {record.product_status !== undefined && (
          <Fact term="Clouds and services are">{PRODUCT_STATUS_WORDS[record.product_status]}</Fact>
        )}
        {record.references !== undefined && (
          <Fact term={record.references.length === 1 ? 'Reference' : 'References'}>
            <References references={record.references} />
          </Fact>
        )}
        {record.post_type === 'advisory' && (
          <Fact term="Developers">
            <a href={advisoryDocumentPath({ id: record.id, postedOn: new Date(record.posted_on) })}>
              CSAF document
            </a>
          </Fact>
        )}
        {record.clouds.length > 0 && (
          <Fact term="Clouds">
            <CloudLinks record={record} clouds={clouds} here={here} />
          </Fact>
        )}
        {record.clusters.length > 0 && (
          <Fact term="Clusters">
            <Names names={record.clusters} />
          </Fact>
        )}
        {record.tags.length > 0 && (
          <Fact term="Tags">
            <Names names={record.tags} />
          </Fact>
        )}
      </dl>
      <RecordData record={record} />
    </aside>
  )
}

/** `bdi`, because names may be in any script. */
function Names({ names }: { names: readonly string[] }) {
  return names.map((name, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat
    <Fragment key={index}>
      {index > 0 && ', '}
      <bdi>{name}</bdi>
    </Fragment>
  ))
}

function CveLinks({ ids }: { ids: readonly string[] }) {
  return (
    <ul>
      {ids.map((id) => (
        <li key={id}>
          <a href={`https://www.cve.org/CVERecord?id=${encodeURIComponent(id)}`} rel="noopener noreferrer">
            {id}
          </a>
        </li>
      ))}
    </ul>
  )
}

function References({ references }: { references: NonNullable<PostRecord['references']> }) {
  return (
    <ul>
      {references.map(({ summary, url }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: references may repeat and have no id
        <li key={index}>
          <a href={url} rel="noopener noreferrer" dir="auto">
            {summary}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** For staff and programs; readers have the same in words above. */
function RecordData({ record }: { record: PostRecord }) {
  return (
    <details className={styles.data}>
      <FoldSummary>Record data</FoldSummary>
      <dl>
        <Fact term="Kind">{kindWords(record)}</Fact>
        <Fact term="Event">{eventWords(record)}</Fact>
        <Fact term="Number">{record.id}</Fact>
        {record.alias !== '' && <Fact term="Alias">{record.alias}</Fact>}
      </dl>
    </details>
  )
}

function CloudLinks({ record, clouds, here }: { record: PostRecord; clouds: readonly Cloud[]; here: Cloud }) {
  const section = record.post_type === 'notification' ? 'notification' : 'posts'
  return (
    <ul>
      {clouds
        .filter((cloud) => record.clouds.includes(cloud.machine_name))
        .map((cloud) => (
          <li key={cloud.id}>
            {cloud.id === here.id ? (
              cloud.domain
            ) : (
              <Link to={`/${cloud.domain}/${section}/${record.id}`}>{cloud.domain}</Link>
            )}
          </li>
        ))}
    </ul>
  )
}
