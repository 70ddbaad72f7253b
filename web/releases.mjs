// Assets of five releases stay served: a page opened before an update still finds its parts. dist/.releases.json lists the files of
// each build, the newest first.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const kept = 5
const list = (dist) => join(dist, '.releases.json')

/** Builds before this one, the newest first, each as the files in its assets folder. */
export function releases(dist) {
  try {
    return JSON.parse(readFileSync(list(dist), 'utf8'))
  } catch {
    return []
  }
}

/** Notes a build and takes away what belongs to none of the last five. `files` are names inside assets: of files, or of whole folders. */
export function keepReleases(dist, files) {
  const now = [...files].sort()
  const all = [now, ...releases(dist).filter((one) => one.join() !== now.join())].slice(0, kept)
  const wanted = new Set(all.flat())
  for (const name of readdirSync(join(dist, 'assets')))
    if (!wanted.has(name.replace(/\.(br|gz)$/, ''))) rmSync(join(dist, 'assets', name), { recursive: true })
  writeFileSync(list(dist), JSON.stringify(all))
}
