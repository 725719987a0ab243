import { Type } from 'typebox'
import { BADGE_WORDS } from '../../../domain/badge/badge-look.ts'
import { defaultPath } from '../../../domain/menu.ts'
import { verdictOf } from '../../../edition/answers/verdict-answer.ts'
import type { SiteCloud } from '../../../edition/edition.ts'
import { runningWorks } from '../../../edition/record-reach.ts'
import { openIncidents } from '../../../edition/record-shelf.ts'
import { CloudAsked, cloudsAsked } from '../asked.ts'
import { found, mcpTool, type ToolView } from '../mcp-tool.ts'

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
