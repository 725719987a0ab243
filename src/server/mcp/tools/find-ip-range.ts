import { Type } from 'typebox'
import { LONGEST_ADDRESS } from '../../../domain/ip-ranges/ip-ranges-query.ts'
import { found, mcpTool, refused } from '../mcp-tool.ts'

/** A wide prefix may contain ranges of every data center. */
const CENTERS_AT_MOST = 20
const RANGES_AT_MOST = 10
const OPEN_AT_MOST = 5

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
    if (outcome.kind !== 'value') return refused(outcome.message)
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
