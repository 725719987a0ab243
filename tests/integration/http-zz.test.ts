import { test } from 'vitest'
import { standingHolder, testApp } from '../support/test-app.ts'
import { demoEdition } from '../support/demo-edition.ts'
test('zz', async () => {
  const holder = standingHolder(new Date())
  const edition = await demoEdition()
  holder.hold(edition)
  const site = await testApp({ holder })
  const measure = async (what: string, n: number, f: (i: number) => Promise<unknown>) => {
    for (let i = 0; i < 5; i++) await f(i + 1000)
    const c = process.cpuUsage(); const t = performance.now()
    for (let i = 0; i < n; i++) await f(i)
    const u = process.cpuUsage(c)
    console.log('ZZ', process.env.NODE_ENV, what, 'cpu ms each', ((u.user + u.system) / 1000 / n).toFixed(2), 'wall', ((performance.now() - t) / n).toFixed(2))
  }
  await measure('404', 300, (i) => site.app.inject('/nowhere-' + i))
  await measure('kept', 300, () => site.app.inject('/northwall.net'))
  await measure('home render', 20, () => { holder.hold(edition); return site.app.inject('/northwall.net') })
  await measure('incidents render', 20, () => { holder.hold(edition); return site.app.inject('/northwall.net/incidents') })
  await measure('cloud-status render', 20, () => { holder.hold(edition); return site.app.inject('/northwall.net/cloud-status') })
  await measure('dcmap render', 20, () => { holder.hold(edition); return site.app.inject('/northwall.net/data-center-map') })
  await measure('faq render', 20, () => { holder.hold(edition); return site.app.inject('/northwall.net/faq') })
  await measure('api incident', 20, () => { holder.hold(edition); return site.app.inject('/api/incident?cloud=northwall_net') })
  await site.app.close()
}, 120000)
