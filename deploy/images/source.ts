// The commit that an image is made of, for its labels: nothing where there is no repository, so that no label is untrue.
import { spawnSync } from 'node:child_process'

export type Source = { revision?: string; created?: string }

/** A tree with changes is not its commit: the revision then ends in -dirty. `created` is the commit's time, so that equal sources make equal images. */
export function sourceOf(folder: string): Source {
  const git = (...args: string[]) => spawnSync('git', args, { cwd: folder, encoding: 'utf8' }).stdout?.trim() ?? ''
  const commit = git('rev-parse', '--verify', '--quiet', 'HEAD')
  if (!commit) return {}
  const changed = git('status', '--porcelain') !== ''
  return { revision: changed ? `${commit}-dirty` : commit, created: new Date(git('log', '-1', '--format=%cI')).toISOString() }
}
