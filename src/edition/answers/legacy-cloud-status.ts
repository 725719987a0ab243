import type { CloudStatus } from '../../contract/cloud-status.ts'
import type { LegacyCloudStatus } from '../../contract/legacy-cloud-status.ts'
import { CLOUD_STATES } from '../../domain/cloud.ts'
import { stateOfSeverity } from '../../domain/record.ts'
import type { Severity } from '../edition.ts'

type Trouble = CloudStatus['data']['category'][number]['subCategory'][number]['category_status'][number]

/**
 * The state of a cloud as programs of older sites read it: one category, since they look at the first alone, and of each
 * service the gravest that is open. Of a week in the past there is nothing open, so there it is the gravest of that week.
 */
export function legacyCloudStatus(
  { data }: CloudStatus,
  { severities, title }: { severities: readonly Severity[]; title: string },
): LegacyCloudStatus {
  const isNow = data.page_number === 0
  const rows = data.category.flatMap(({ subCategory }) => subCategory)
  return {
    data: {
      // All of them: each number that a row may name must be found.
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

/** Of equals the first: they come newest first. What breaks nothing is no trouble. */
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
