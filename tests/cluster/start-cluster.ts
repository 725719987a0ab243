import type { TestProject } from 'vitest/node'
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
  })
  project.provide('clusterUrl', cluster.url)
  return cluster.stop
}
