import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { contentOf, type DataFolder } from './data-folder.ts'
import { explainCreating, WAYS_BACK } from './explain.ts'
import { handOverFolder } from './hand-over.ts'
import { damaged, errorCode, type Instance, type Refused, refusal } from './instance.ts'

import { finishMove } from './move-cluster-in.ts'

import { spawnAs } from './run-as.ts'

const INITDB_OPTIONS = [
  '--username=postgres',
  '--auth-local=trust', // only the owner of the socket folder gets this far
  '--auth-host=reject',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--text-search-config=english',
  '--set=timezone=UTC',
  '--set=log_timezone=UTC',
  '--set=shared_buffers=128MB',
  '--set=max_wal_size=256MB',
]

export async function ensureCluster(instance: Instance): Promise<{ kind: 'present' } | Refused> {
  const { folder } = instance
  await removeDeadAttempts(folder)
  if ((await contentOf(folder.cluster)).length === 0) await finishMove(folder)
  if ((await contentOf(folder.cluster)).length === 0) {
    const created = await createCluster(instance)
    if (created.kind === 'refused') return created
  }
  return checkVersion(instance)
}

// A cluster is created under another name and moved into place once it is complete and on disk, so that
// neither a crash nor two concurrent first starts leave a partial one.
async function createCluster({ folder, binaries, runAs, report }: Instance): Promise<Created | Refused> {
  report(`Creating the database in ${folder.name} …`)
  const attempt = join(folder.root, attemptName(folder))
  try {
    await mkdir(attempt, { mode: 0o700 })
    if (runAs.user !== undefined) {
      await handOverFolder(folder.root, runAs.user)
      await handOverFolder(attempt, runAs.user)
    }
    const initdb = spawnAs(runAs, binaries.initdb, [`--pgdata=${attempt}`, ...INITDB_OPTIONS])
    const { code, output } = await ending(initdb)
    if (code !== 0) return refusal(explainCreating(folder.name, output))
    await moveIntoPlace(attempt, folder)
    return { kind: 'created' }
  } finally {
    await rm(attempt, { recursive: true, force: true })
  }
}

type Created = { kind: 'created' }

function attemptName(folder: DataFolder): string {
  return `${attemptPrefix(folder)}${process.pid}-${randomBytes(4).toString('hex')}`
}

function attemptPrefix(folder: DataFolder): string {
  return `${basename(folder.cluster)}.new-`
}

async function ending(program: ReturnType<typeof spawnAs>): Promise<{ code: number | null; output: string }> {
  let output = ''
  for (const stream of [program.stdout, program.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  return new Promise((resolve) => {
    program.on('error', (error) => resolve({ code: null, output: error.message }))
    program.on('close', (code) => resolve({ code, output }))
  })
}

async function moveIntoPlace(attempt: string, folder: DataFolder): Promise<void> {
  try {
    await rename(attempt, folder.cluster)
  } catch (error) {
    const anotherWasFirst = (await contentOf(folder.cluster)).length > 0
    if (!anotherWasFirst) throw error
  }
  const root = await open(folder.root)
  await root.sync().finally(() => root.close())
}

async function removeDeadAttempts(folder: DataFolder): Promise<void> {
  for (const name of await readdir(folder.root)) {
    if (!name.startsWith(attemptPrefix(folder))) continue
    const maker = Number.parseInt(name.slice(attemptPrefix(folder).length), 10)
    // In a container, a restarted Candor often gets the PID of its predecessor.
    const isAlive = maker !== process.pid && isRunning(maker)
    if (Number.isNaN(maker) || isAlive) continue
    await rm(join(folder.root, name), { recursive: true, force: true, maxRetries: 3 }).catch(() => {})
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}

async function checkVersion({ folder, binaries }: Instance): Promise<{ kind: 'present' } | Refused> {
  const isThere = (await contentOf(folder.cluster)).includes('PG_VERSION')
  const version = isThere ? await readFile(join(folder.cluster, 'PG_VERSION'), 'utf8') : ''
  const major = Number.parseInt(version, 10)
  if (major === binaries.major) return { kind: 'present' }
  if (Number.isNaN(major)) {
    return damaged(
      `The data folder ${folder.name} cannot be opened (its file postgres/PG_VERSION is missing or damaged). ${WAYS_BACK}`,
    )
  }
  return damaged(
    `The data folder ${folder.name} cannot be opened (PostgreSQL ${major} made it, this is PostgreSQL ` +
      `${binaries.major}). Start the Candor that made it. ${WAYS_BACK}`,
  )
}
