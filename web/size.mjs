// Weighs the built page, gzipped: what the first paint of a page loads, what an idle page has loaded. `node web/size.mjs`
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { releases } from './releases.mjs'

const assets = join(import.meta.dirname, 'dist', 'assets')
const weight = (name) => gzipSync(readFileSync(join(assets, name)), { level: 9 }).length / 1000
// The newest release; older ones lie beside it.
const files = releases(join(import.meta.dirname, 'dist'))[0] ?? readdirSync(assets)
const deps = (name, seen = new Set()) => {
  if (seen.has(name) || !files.includes(name)) return seen
  seen.add(name)
  const source = readFileSync(join(assets, name), 'utf8')
  for (const [, from] of source.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g)) deps(from, seen)
  return seen
}
const one = (start) => files.find((name) => name.startsWith(`${start}-`) && name.endsWith('.js'))
const index = readFileSync(join(assets, '..', 'index.html'), 'utf8')
const entry = /src="\/assets\/([\w.-]+)"/.exec(index)?.[1] ?? ''
const css = files.filter((name) => name.endsWith('.css')).map((name) => [name, weight(name)])
const sum = (names) => [...names].reduce((total, name) => total + weight(name), 0)
const frame = deps(entry)
console.log(
  `frame ${sum(frame).toFixed(1)} kB (vendor ${weight(one('vendor')).toFixed(1)}), css ${css.map(([, kb]) => kb.toFixed(1)).join(' + ')} kB`,
)
for (const page of ['login-page', 'home-page', 'courses-page', 'content-page', 'activity-page', 'notifications-page', 'settings-page']) {
  const name = one(page)
  if (name) console.log(`${page}: ${(sum(new Set([...frame, ...deps(name)]))).toFixed(1)} kB js`)
}
for (const panel of ['menu-panel', 'popover-panel', 'dialog-panel'])
  console.log(`${panel}: + ${sum([...deps(one(panel))].filter((name) => !frame.has(name))).toFixed(1)} kB`)
