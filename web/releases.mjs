// The releases whose assets stay in dist/assets: the last five, so that a page opened before an update still finds its parts.
// dist/.releases.json lists the files of each build, the newest first.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const releaseCount = 5
const listPath = (dist) => join(dist, '.releases.json')

/** Builds before this one, the newest first, each as the files in its assets folder. */
export function releases(dist) {
  try {
    return JSON.parse(readFileSync(listPath(dist), 'utf8'))
  } catch {
    return []
  }
}

/** Records a build and removes assets that belong to none of the last five. `files` are names of files or folders inside assets. */
export function keepReleases(dist, files) {
  const current = [...files].sort()
  const builds = [current, ...releases(dist).filter((build) => build.join() !== current.join())].slice(0, releaseCount)
  const keptFiles = new Set(builds.flat())
  for (const name of readdirSync(join(dist, 'assets')))
    if (!keptFiles.has(name.replace(/\.(br|gz)$/, ''))) rmSync(join(dist, 'assets', name), { recursive: true })
  writeFileSync(listPath(dist), JSON.stringify(builds))
}
