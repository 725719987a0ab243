import type { CloudStatus } from '../../contract/cloud-status.ts'
import type { LegacyCloudStatus } from '../../contract/legacy-cloud-status.ts'
import { CLOUD_STATES } from '../../domain/cloud.ts'
import { stateOfSeverity } from '../../domain/record.ts'
import type { Severity } from '../edition.ts'

type Trouble = CloudStatus['data']['category'][number]['subCategory'][number]['category_status'][number]

/**
 * Cloud state in the format of older sites: one category, since their clients read only the first, and the
 * most severe open record of each service. A past week has no open records, so there it is the most severe
 * of that week.
 */
export function legacyCloudStatus(
  { data }: CloudStatus,
  { severities, title }: { severities: readonly Severity[]; title: string },
): LegacyCloudStatus {
  const isNow = data.page_number === 0
  const rows = data.category.flatMap(({ subCategory }) => subCategory)
  return {
    data: {
      // All severities: clients must be able to look up any number that a row contains.
      severity: severities.map(({ tid, name }) => ({ tid, name })),
      category: [
        {
          tid: data.category[0]?.tid ?? 0,
          title,
          subCategory: rows
            .filter(({ status }) => status === 1)
            .map(({ tid, name, category_status }) => {
              const gravest = gravestOf(category_status.filter(({ to }) => !isNow || to === null))
              const { severityTid, short_description } = gravest ?? {}
              const isWell = severityTid === undefined || short_description === undefined
              return {
                tid,
                name,
                ...(!isWell && { category_status: { severityTid, short_description } }),
              }
            }),
        },
      ],
    },
  }
}

/** The first of equals: they come newest first. Ignores records that break nothing. */
function gravestOf(troubles: readonly Trouble[]): Trouble | undefined {
  let gravest: Trouble | undefined
  for (const trouble of troubles) {
    if (gravity(trouble) > (gravest === undefined ? 0 : gravity(gravest))) gravest = trouble
  }
  return gravest
}

function gravity({ severityTid }: Trouble) {
  return CLOUD_STATES.indexOf(stateOfSeverity(severityTid))
}
