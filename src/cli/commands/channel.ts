import type { Command } from '../command.ts'
import { EXIT } from '../exit-code.ts'
import { mustHave, nothingMore, textOf } from '../given.ts'

interface Added {
  data: { id: number; secret: string | null; has_arrived: boolean; message: string; follows: number }
}

export const channelAdd: Command = {
  name: 'channel add',
  summary: 'Subscribe a webhook, Slack or Teams channel',
  words:
    'The channel belongs to the account that created the token, and gets what that account follows. A test message is sent; the channel is used once it has arrived. Needs a token with the scope channels:write.',
  options: {
    kind: { type: 'string', short: 'k', value: 'kind', words: 'webhook, slack or teams; required' },
    address: { type: 'string', short: 'a', value: 'URL', words: 'where messages are posted; required' },
    name: { type: 'string', value: 'text', words: 'what you call it' },
  },
  examples: ['candor channel add --kind slack --address https://hooks.slack.com/services/… --name "#status"'],
  run: async ({ site, given, rest, say, answer }) => {
    nothingMore(rest)
    const { data } = (await site.change('POST', '/api/v1/channels', {
      kind: mustHave(given, 'kind'),
      address: mustHave(given, 'address'),
      name: textOf(given, 'name') ?? '',
    })) as Added
    answer(data)
    say(`Added channel ${data.id}. ${data.message}`)
    if (data.secret !== null) say(`Its signing secret, shown only once: ${data.secret}`)
    if (data.follows === 0) say('This account follows nothing yet, so nothing will be sent there.')
    return data.has_arrived ? EXIT.ok : EXIT.failed
  },
}
