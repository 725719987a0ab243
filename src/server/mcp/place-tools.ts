import { Type } from 'typebox'
import { BADGE_WORDS } from '../../domain/badge/badge-look.ts'
import { LONGEST_ADDRESS } from '../../domain/ip-ranges/ip-ranges-query.ts'
import { centerState, gravestOf } from '../../domain/map/center-state.ts'
import { defaultPath } from '../../domain/menu.ts'
import { type OpenRecord, openAtCenters } from '../../edition/answers/open-at-centers.ts'
import { verdictOf } from '../../edition/answers/verdict-answer.ts'
import type { SiteCloud, SiteDataCenter } from '../../edition/edition.ts'
import { dataCentersOf, runningWorks } from '../../edition/record-reach.ts'
import { openIncidents } from '../../edition/record-shelf.ts'
import { CloudAsked, cloudsAsked, found, limitAsked, mcpTool, refusal, type ToolView } from './mcp-tool.ts'

export const getStatus = mcpTool({
  name: 'get_status',
  title: 'Current status',
  description:
    'Current status of a cloud or of every cloud: its state, a summary sentence, the most severe open incident, and the number of open incidents and maintenance in progress.',
  input: Type.Object({ cloud: CloudAsked }, { additionalProperties: false }),
  run(view, { cloud }) {
    const clouds = cloudsAsked(view.edition, cloud)
    if (!Array.isArray(clouds)) return clouds
    return found({
      as_of: view.edition.publishedAt.toISOString(),
      edition: view.edition.number,
      clouds: clouds.map((each) => statusOf(view, each)),
    })
  },
})

function statusOf({ edition, now, publicUrl }: ToolView, cloud: SiteCloud) {
  const { state, trouble, rest, since, nextUpdate, incident } = verdictOf(edition, cloud, now)
  return {
    cloud: cloud.machine_name,
    domain: cloud.domain,
    title: cloud.title,
    state,
    word: BADGE_WORDS[state],
    message: trouble + rest,
    since: since?.toISOString() ?? null,
    next_update_at: nextUpdate?.toISOString() ?? null,
    gravest_incident: incident && {
      ...incident,
      url: `${publicUrl}/${cloud.domain}/posts/${incident.id}`,
    },
    open_incidents: openIncidents(edition.records, cloud.id).length,
    maintenance_under_way: runningWorks(edition.records, cloud, now).length,
    url: publicUrl + defaultPath(cloud),
  }
}

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

/** A wide prefix may contain ranges of every data center. */
const CENTERS_AT_MOST = 20
const RANGES_AT_MOST = 10

export const findIpRange = mcpTool({
  name: 'find_ip_range',
  title: 'Look up an IP address',
  description:
    'The data centers whose published IP ranges contain an address or a prefix, with their current status and open issues.',
  input: Type.Object(
    {
      address: Type.String({
        minLength: 1,
        maxLength: LONGEST_ADDRESS,
        description: 'IPv4 or IPv6: an address, or a prefix such as 192.0.2.0/24.',
      }),
    },
    { additionalProperties: false },
  ),
  run({ lookUp }, { address }) {
    const outcome = lookUp(address)
    if (outcome.kind !== 'value') return refusal(outcome.message)
    const { data_centers, ...about } = outcome.value
    return found({
      ...about,
      data_centers_count: data_centers.length,
      data_centers: data_centers.slice(0, CENTERS_AT_MOST).map((center) => ({
        ...center,
        open: center.open
          .slice(0, OPEN_AT_MOST)
          .map(({ id, title, post_type }) => ({ id, title, post_type })),
        ranges: center.ranges.slice(0, RANGES_AT_MOST),
      })),
    })
  },
})
