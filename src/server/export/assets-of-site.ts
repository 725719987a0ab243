import type { Answer } from '../../edition/answer.ts'
import type { Assets } from '../answers/assets.ts'
import { textOf } from './text-of.ts'

/**
 * The files of the build that pages for readers can come to ask for: what they name, and what that loads later. Those of
 * the admin area stay behind.
 */
export function assetsOfSite({ files }: Assets, named: Iterable<string>): Map<string, Answer> {
  const found = new Map<string, Answer>()
  const add = (path: string) => {
    const answer = files.get(path)
    if (answer === undefined || found.has(path)) return
    found.set(path, answer)
    // A script names what it may load later, a style its fonts.
    if (!/\.(?:js|css)$/.test(path)) return
    const text = textOf(answer)
    for (const [name, other] of names) if (text.includes(name)) add(other)
  }
  const names = [...files.keys()].map((path) => [path.slice(path.lastIndexOf('/') + 1), path] as const)
  for (const path of files.keys()) if (!path.startsWith('/assets/')) add(path)
  for (const path of named) add(path)
  return found
}
