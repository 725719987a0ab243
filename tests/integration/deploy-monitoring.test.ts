import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { AggregatorRegistry } from 'prom-client'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { makeMetrics } from '../../src/server/metrics.ts'
import { deployFile, ROOT } from '../support/deploy-files.ts'
import { standingHolder } from '../support/test-app.ts'
import { someEdition } from '../support/written-edition.ts'

interface Rules {
  groups: { rules: { alert: string; expr: string; annotations: { runbook: string } }[] }[]
}

const rules = (parse(deployFile('prometheus/alerts.yaml')) as Rules).groups.flatMap((group) => group.rules)
const dashboard = JSON.parse(deployFile('grafana/candor.json')) as {
  panels: { title: string; targets: { expr: string }[] }[]
}

/** Alerts about metrics that Prometheus or Kubernetes has. */
const OF_OTHERS = ['CandorDown', 'CandorBackupJobOld']

async function figures(): Promise<Set<string>> {
  const metrics = makeMetrics()
  const clock = () => new Date()
  metrics.watch(standingHolder(clock()), clock)
  metrics.watchDeliveries(async () => [])
  metrics.watchPauses(async () => [])
  metrics.watchClock(async () => 0)
  metrics.watchBackups({ folder: '/nowhere', everyHours: 24 })
  metrics.watchConnections(limitedServer())
  const names = (await metrics.registry.getMetricsAsJSON()).map(({ name }) => name)
  return new Set(names)
}

function limitedServer() {
  const server = createServer()
  server.maxConnections = 1_000
  return server
}

test('alerts and dashboard use existing metrics', async () => {
  const known = await figures()
  const asked = [
    ...rules.map(({ alert, expr }) => ({ from: alert, expr })),
    ...dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ from: title, expr }))),
  ]
  expect(asked.length).toBeGreaterThan(20)
  for (const { from, expr } of asked) {
    const names = expr.match(/\b(?:candor|process|nodejs)_[a-z_]+\b/g) ?? []
    for (const name of names) expect(known, `${from}: ${name}`).toContain(name)
    if (!OF_OTHERS.includes(from)) expect(names, from).not.toEqual([])
  }
})

test('the alert about the backup job names the job of the Kubernetes files', () => {
  const jobs = parseAllDocuments(deployFile('kubernetes/base/backup.yaml')).map(
    (each) => each.toJS() as { kind: string; metadata: { name: string } },
  )
  const { name } = jobs.find(({ kind }) => kind === 'CronJob')?.metadata ?? {}
  const { namespace } = parse(deployFile('kubernetes/base/kustomization.yaml')) as { namespace: string }
  const { expr = '' } = rules.find(({ alert }) => alert === 'CandorBackupJobOld') ?? {}
  const selectors = [...expr.matchAll(/\{(.*?)\}/g)].map(([, selector]) => selector)
  const own = `namespace="${namespace}",cronjob="${name}"`
  expect(selectors).toEqual([own, own])
})

test('every alert links to a section of the runbook', () => {
  const headings = [...readFileSync(join(ROOT, 'docs/operations.md'), 'utf8').matchAll(/^#+ (.+)$/gm)].map(
    ([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^a-z0-9 -]/g, '')
        .replaceAll(' ', '-'),
  )
  for (const { alert, annotations } of rules) {
    const [file, part] = annotations.runbook.split('#')
    expect(file, alert).toBe('docs/operations.md')
    expect(headings, alert).toContain(part)
  }
})

test('with several processes, a lost database counts once, the limit of connections is of all of them, and one that lags shows', async () => {
  const each = await Promise.all(
    [7, 7, 6].map(async (number) => {
      const metrics = makeMetrics()
      const holder = standingHolder(new Date())
      holder.hold(someEdition({ number }))
      metrics.watch(holder, () => new Date())
      metrics.watchConnections(limitedServer())
      metrics.observeDatabaseLoss()
      return metrics.registry.getMetricsAsJSON()
    }),
  )
  const text = await AggregatorRegistry.aggregate(each).metrics()
  expect(text).toMatch(/^candor_database_losses_total 1$/m)
  expect(text).toMatch(/^candor_connections_limit 3000$/m)
  expect(text).toMatch(/^candor_edition_number 6$/m)
  expect(text).toMatch(/^candor_edition_newest_number 7$/m)
})

test('metrics show the version and the last backup, and no backup if none was made', async () => {
  const metrics = makeMetrics()
  metrics.watchBackups({ folder: '/nowhere', everyHours: 168 })
  const text = await metrics.registry.metrics()
  expect(text).toMatch(/^candor_build_info\{version="\d+\.\d+\.\d+",node="v\d+/m)
  expect(text).not.toMatch(/^candor_last_backup_timestamp_seconds \d/m)
  expect(text).toMatch(/^candor_backup_interval_seconds 604800$/m)
  expect(text).not.toMatch(/^candor_last_edition_file_timestamp_seconds \d/m)
  metrics.observeWorker([{ kind: 'edition-files', became: 'written', count: 1 }])
  expect(await metrics.registry.metrics()).toMatch(/^candor_last_edition_file_timestamp_seconds \d/m)
})
