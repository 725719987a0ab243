import { test } from 'vitest'
import { accountSite } from '../support/account-site.ts'
import { demoEdition } from '../support/demo-edition.ts'
import { addSmallSite } from '../support/small-site.ts'

async function took<T>(name: string, act: () => Promise<T>): Promise<T> {
  const [cpu, at] = [process.cpuUsage(), performance.now()]
  const result = await act()
  const { user, system } = process.cpuUsage(cpu)
  console.error(
    `BENCH ${name}: ${Math.round(performance.now() - at)} ms, cpu ${Math.round((user + system) / 1000)} ms`,
  )
  return result
}

test('bench', async () => {
  await took('demoEdition', demoEdition)
  const site = await took('accountSite', () => accountSite())
  const second = await took('accountSite 2', () => accountSite())
  await took('stop', () => second.stop())
  await took('another', () => site.another())
  const another = await took('another 2', () => site.another())
  for (const url of [
    '/api/posts/1?cloud=northwall_net',
    '/api/incidents?cloud=northwall_net',
    '/api/cloud-status?cloud=northwall_net&requestType=core_cloud_services',
    '/api/global',
    '/northwall.net/incidents',
    '/northwall.net/maintenance',
    '/northwall.net/cloud-status',
    '/northwall.net',
    '/',
    '/rss-feed/incidents?cloud=northwall_net',
    '/sitemap.xml',
    '/api/openapi.json',
  ])
    for (const round of [1, 2]) {
      const fresh = round === 1 ? site : another
      const answer = await took(`${url} ${round}`, () => fresh.app.inject(url))
      console.error(answer.statusCode, answer.body.length)
    }
})
