import type { TestProject } from 'vitest/node'
import { loadDemo } from '../../src/demo/load-demo.ts'
import { type Cluster, orStop, startCluster } from './cluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    clusterUrl: string
  }
}

/** One server for the whole run; each test file makes its own database in it, see `testDatabase`. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { cluster, leave } = await joinCluster()
  project.provide('clusterUrl', cluster.url)
  return leave
}

interface SharedCluster {
  cluster: Promise<Cluster>
  users: number
}

// Vitest loads this file once for each project of a run, so what they share is kept by the process.
const inThisProcess = globalThis as { candorTestCluster?: SharedCluster | undefined }

/** The server that all projects of this run share; the last one to leave stops it. */
export async function joinCluster(): Promise<{ cluster: Cluster; leave(): Promise<void> }> {
  inThisProcess.candorTestCluster ??= { cluster: startFilledCluster(), users: 0 }
  const shared = inThisProcess.candorTestCluster
  shared.users++
  const cluster = await shared.cluster
  const leave = async () => {
    shared.users--
    if (shared.users > 0) return
    inThisProcess.candorTestCluster = undefined
    await cluster.stop()
  }
  return { cluster, leave }
}

async function startFilledCluster(): Promise<Cluster> {
  const cluster = await startCluster()
  await orStop(cluster, async () => {
    await Promise.all([
      cluster.createTemplate('empty'),
      cluster.createTemplate('demo', (db) => loadDemo(db, { now: new Date() })),
    ])
  })
  return cluster
}
