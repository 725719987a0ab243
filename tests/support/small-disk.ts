import { spawnSync } from 'node:child_process'

/** A file system of its own at a folder, which only the command and what it starts can see, and which ends with them. */
export interface SmallDisk {
  around(command: string[]): string[]
}

/** Root may mount by itself; anybody else is root in a namespace of his own. */
const NAMESPACE = process.geteuid?.() === 0 ? ['--mount'] : ['--user', '--map-root-user', '--mount']

export function smallDisk({
  folder,
  size,
  freeBytes,
  after = '',
}: {
  folder: string
  size: string
  /** The rest is filled before the command begins. */
  freeBytes?: number
  after?: string
}): SmallDisk {
  const fill =
    freeBytes === undefined
      ? ''
      : `{ head -c ${freeBytes} /dev/zero >"$DISK/space"; cat /dev/zero >"$DISK/filler"; rm "$DISK/space"; } 2>/dev/null;`
  // What is in the folder is on the small disk, too; `after` is what the shell does when the command has ended.
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

/** False where the system lets nobody mount: then a disk cannot be filled without harm. */
export function hasSmallDisks(): boolean {
  const probe = ['unshare', ...NAMESPACE, 'mount', '-t', 'tmpfs', 'tmpfs', '/tmp']
  return spawnSync(probe[0] ?? '', probe.slice(1)).status === 0
}
