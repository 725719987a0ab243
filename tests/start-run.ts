import { spawnSync } from 'node:child_process'
import { sql } from 'kysely'
import type { TestProject } from 'vitest/node'
import { isBuilt } from '../scripts/source-stamp.mjs'
import { connect } from '../src/db/connect.ts'
import { loadDemo } from '../src/demo/load-demo.ts'
import { type BrowserFiles, findBrowser } from './browser/find-browser.ts'
import { lendSites } from './browser/lend-sites.ts'
import { startSiteProcess } from './browser/site-process.ts'
import { type Cluster, databaseUrl, startCluster, templateDatabase } from './cluster/cluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** One server for the whole run; each test file creates its own database in it, see `testDatabase`. */
    clusterUrl: string
    /** The built site with the demo content; tests only read from it. */
    siteUrl: string
    /** Lends further sites whose content tests may change; see `sharedSite`. */
    lentSitesUrl: string
    browserFiles: BrowserFiles
  }
}

const SITE_DATABASE = 'site'
const OF_BROWSERS = '/tests/browser/'

type CleanUp = () => unknown

/** Shared by all tests of a run: a database server and, for browser tests, a site and a browser. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const isForBrowsers = project.vitest.state.getPaths().some((path) => path.includes(OF_BROWSERS))
  if (isForBrowsers) buildWhereNeeded()
  const cleanUps: CleanUp[] = []
  const cleanUp = async () => {
    for (const each of cleanUps.splice(0).reverse()) await each()
  }
  try {
    const cluster = await startCluster()
    cleanUps.push(cluster.stop)
    await fillTemplates(cluster)
    project.provide('clusterUrl', cluster.url)
    if (isForBrowsers) {
      await openSite(project, cluster, cleanUps)
      const lent = await lendSites()
      cleanUps.push(lent.stop)
      project.provide('lentSitesUrl', lent.url)
      await openBrowser(project)
    }
  } catch (error) {
    await cleanUp()
    throw error
  }
  return cleanUp
}

function buildWhereNeeded() {
  if (isBuilt()) return
  const { status } = spawnSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' })
  if (status !== 0) throw new Error('The build failed, so there is no site to test.')
}

async function fillTemplates(cluster: Cluster) {
  await Promise.all([
    cluster.createTemplate('empty'),
    cluster.createTemplate('demo', (db) => loadDemo(db, { now: new Date() })),
  ])
}

/** A template can't be copied while in use, so the site gets its own copy. */
async function openSite(project: TestProject, cluster: Cluster, cleanUps: CleanUp[]) {
  const { db, close } = connect(cluster.url)
  try {
    await sql`create database ${sql.id(SITE_DATABASE)} template ${sql.id(templateDatabase('demo'))}`.execute(
      db,
    )
  } finally {
    await close()
  }
  const site = await startSiteProcess({ DATABASE_URL: databaseUrl(cluster.url, SITE_DATABASE) })
  cleanUps.push(site.stop)
  project.provide('siteUrl', site.url)
}

async function openBrowser(project: TestProject) {
  const browser = await findBrowser((line) => console.log(line))
  if (browser.kind === 'missing') throw new Error(browser.line)
  project.provide('browserFiles', browser.files)
}
