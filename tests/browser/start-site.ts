import { spawnSync } from 'node:child_process'
import { sql } from 'kysely'
import type { TestProject } from 'vitest/node'
import { isBuilt } from '../../scripts/source-stamp.mjs'
import { connect } from '../../src/db/connect.ts'
import { databaseUrl, templateDatabase } from '../cluster/cluster.ts'
import { joinCluster } from '../cluster/start-cluster.ts'
import { type BrowserFiles, findBrowser } from './find-browser.ts'
import { startSiteProcess } from './site-process.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The built site with the demo content; tests read from it and leave its content as it is. */
    siteUrl: string
    browserFiles: BrowserFiles
  }
}

const SITE_DATABASE = 'site'

type CleanUp = () => unknown

/** One built site for the whole run, and what a browser is started with. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  buildWhereNeeded()
  const cleanUps: CleanUp[] = []
  const cleanUp = async () => {
    for (const each of cleanUps.splice(0).reverse()) await each()
  }
  const opened = await Promise.allSettled([openSite(project, cleanUps), openBrowser(project)])
  for (const each of opened) {
    if (each.status === 'fulfilled') continue
    await cleanUp()
    throw each.reason
  }
  return cleanUp
}

function buildWhereNeeded() {
  if (isBuilt()) return
  const { status } = spawnSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' })
  if (status !== 0) throw new Error('The build failed, so there is no site to test.')
}

async function openSite(project: TestProject, cleanUps: CleanUp[]) {
  const { cluster, leave } = await joinCluster()
  cleanUps.push(leave)
  await copyDemo(cluster.url)
  const site = await startSiteProcess({ DATABASE_URL: databaseUrl(cluster.url, SITE_DATABASE) })
  cleanUps.push(site.stop)
  project.provide('clusterUrl', cluster.url)
  project.provide('siteUrl', site.url)
}

/** Nothing can copy a template while somebody uses it, so the site gets a copy of its own. */
async function copyDemo(clusterUrl: string) {
  const { db, close } = connect(clusterUrl)
  try {
    await sql`create database ${sql.id(SITE_DATABASE)} template ${sql.id(templateDatabase('demo'))}`.execute(
      db,
    )
  } finally {
    await close()
  }
}

async function openBrowser(project: TestProject) {
  const browser = await findBrowser((line) => console.log(line))
  if (browser.kind === 'missing') throw new Error(browser.line)
  project.provide('browserFiles', browser.files)
}
