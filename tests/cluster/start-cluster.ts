import type { TestProject } from 'vitest/node'
import { loadDemo } from '../../src/demo/load-demo.ts'
import { orStop, startCluster } from './cluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    clusterUrl: string
  }
}

/** One server for the whole run; each test file makes its own database in it, see `testDatabase`. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startCluster()
  await orStop(cluster, async () => {
    await cluster.createTemplate('empty')
    await cluster.createTemplate('demo', (db) => loadDemo(db, { now: new Date() }))
  })
  project.provide('clusterUrl', cluster.url)
  return cluster.stop
}
