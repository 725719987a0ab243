import { type Manifest, rowsIn } from './file/manifest.ts'
import type { BackupVerdict } from './verify-backup.ts'

export function madeInWords(made: {
  file: string
  bytes: number
  manifest: Manifest
  verdict: BackupVerdict
}): string[] {
  const { file, bytes, manifest, verdict } = made
  const rows = `${rowsIn(manifest)} rows of ${manifest.tables.length} tables`
  return [
    `Backed up edition ${manifest.edition.number}${ofProvider(manifest)}: ${rows}, ${sizeInWords(bytes)}.`,
    verdict.kind === 'verified'
      ? 'Verified: restored into a scratch database, it has the same rows.'
      : `Not verified: ${verdict.why}`,
    file,
  ]
}

export function backupInWords(manifest: Manifest, bytes: number): string[] {
  const { edition, madeAt, server, migrations, tables, leftOut } = manifest
  const width = Math.max(...tables.map(({ name }) => name.length))
  return [
    `A backup${ofProvider(manifest)}, made ${madeAt} from PostgreSQL ${server}: ${sizeInWords(bytes)}.`,
    `Edition ${edition.number}, published ${edition.publishedAt}, history ${edition.history ?? 'unknown (made before Candor recorded it)'}.`,
    `Migrations: ${migrations.join(', ')}.`,
    ...tables.map(
      ({ name, rows, bytes, sha256 }) =>
        `  ${name.padEnd(width)} ${String(rows).padStart(9)} rows ${sizeInWords(bytes).padStart(9)}  ${sha256.slice(0, 16)}…`,
    ),
    'Left out on purpose:',
    ...leftOut.map(({ name, why }) => `  ${name}: ${why}`),
  ]
}

function ofProvider({ provider }: Manifest): string {
  return provider === null ? '' : ` of ${provider}`
}

export function sizeInWords(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB']
  let size = bytes
  let unit = 0
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1000
    unit++
  }
  return `${unit === 0 || size >= 100 ? Math.round(size) : size.toFixed(1)} ${units[unit]}`
}
