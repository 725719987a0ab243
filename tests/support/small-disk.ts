import { spawnSync } from 'node:child_process'

/** A file system mounted at a folder, visible only to the command and its children, and gone with them. */
export interface SmallDisk {
  around(command: string[]): string[]
}

/** Root may mount directly; others become root in their own namespace. */
const NAMESPACE = process.geteuid?.() === 0 ? ['--mount'] : ['--user', '--map-root-user', '--mount']

export function smallDisk({
  folder,
  size,
  freeBytes,
  after = '',
}: {
  folder: string
  size: string
  freeBytes?: number
  after?: string
}): SmallDisk {
  const fill =
    freeBytes === undefined
      ? ''
      : `{ head -c ${freeBytes} /dev/zero >"$DISK/space"; cat /dev/zero >"$DISK/filler"; rm "$DISK/space"; } 2>/dev/null;`
  // The folder's content is copied to the small disk; `after` runs in the shell when the command has ended.
  const script = `
    copy=$(mktemp -d) && cp -a "$DISK/." "$copy" && mount -t tmpfs -o "size=$SIZE,mode=700" tmpfs "$DISK" &&
    cp -a "$copy/." "$DISK" && rm -r "$copy" && ${fill} ${after === '' ? 'exec "$@"' : `{ "$@"; code=$?; ${after}; exit $code; }`}`
  return {
    around: (command) => [
      'env',
      `DISK=${folder}`,
      `SIZE=${size}`,
      'unshare',
      ...NAMESPACE,
      'sh',
      '-c',
      script,
      'sh',
      ...command,
    ],
  }
}

/** False if the system does not allow mounting: then a disk can't be filled safely. */
export function hasSmallDisks(): boolean {
  const probe = ['unshare', ...NAMESPACE, 'mount', '-t', 'tmpfs', 'tmpfs', '/tmp']
  return spawnSync(probe[0] ?? '', probe.slice(1)).status === 0
}
