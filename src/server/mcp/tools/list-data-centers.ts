import { Type } from 'typebox'
import { centerState, gravestOf } from '../../../domain/map/center-state.ts'
import { type OpenRecord, openAtCenters } from '../../../edition/answers/open-at-centers.ts'
import type { SiteDataCenter } from '../../../edition/edition.ts'
import { dataCentersOf } from '../../../edition/record-reach.ts'
import { CloudAsked, cloudsAsked, limitAsked } from '../asked.ts'

import { found, mcpTool } from '../mcp-tool.ts'

const MOST_CENTERS = 200
const USUAL_CENTERS = 50
const LONGEST_SEARCH = 100
const OPEN_AT_MOST = 5

export const listDataCenters = mcpTool({
  name: 'list_data_centers',
  title: 'Data centers',
  description:
    'Data centers with their location, current status and open issues. `total` is the number of all matches, listed or not.',
  input: Type.Object(
    {
      cloud: CloudAsked,
      search: Type.Optional(
        Type.String({
          maxLength: LONGEST_SEARCH,
          description: 'Part of the name, the city, the country or the region.',
        }),
      ),
      limit: limitAsked(MOST_CENTERS, USUAL_CENTERS),
    },
    { additionalProperties: false },
  ),
  run({ edition, now }, { cloud: asked, search = '', limit = USUAL_CENTERS }) {
    const clouds = cloudsAsked(edition, asked)
    if (!Array.isArray(clouds)) return clouds
    const centers = new Map<number, CenterFacts>()
    for (const cloud of clouds) {
      const openAt = openAtCenters(edition.records, cloud, now)
      for (const center of dataCentersOf(cloud)) {
        if (!center.isActive || !isFound(center, search)) continue
        const open = openAt.get(center.tid) ?? []
        centers.set(center.tid, joined(centers.get(center.tid) ?? factsOf(center), cloud.machine_name, open))
      }
    }
    return found({
      total: centers.size,
      data_centers: [...centers.values()]
        .slice(0, limit)
        .map((facts) => ({ ...facts, open: facts.open.slice(0, OPEN_AT_MOST) })),
    })
  },
})

type CenterFacts = ReturnType<typeof factsOf>

function factsOf({ tid, name, city, country, region }: SiteDataCenter) {
  const [clouds, open]: [string[], Pick<OpenRecord, 'id' | 'title' | 'post_type'>[]] = [[], []]
  return { tid, name, city, country, region, clouds, state: centerState([]), open }
}

/** A data center may belong to several clouds, and an incident may affect several, too. */
function joined(facts: CenterFacts, cloud: string, open: readonly OpenRecord[]): CenterFacts {
  const others = open.filter(({ id }) => facts.open.every((known) => known.id !== id))
  return {
    ...facts,
    clouds: [...facts.clouds, cloud],
    state: gravestOf([facts.state, centerState(open)]),
    open: [...facts.open, ...others.map(({ id, title, post_type }) => ({ id, title, post_type }))],
  }
}

function isFound({ name, city, country, region }: SiteDataCenter, search: string) {
  const words = [name, city, country, region].join(' ').toLowerCase()
  return words.includes(search.trim().toLowerCase())
}
