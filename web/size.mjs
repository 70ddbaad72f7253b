// The weight of the built page, gzipped: scripts of the frame, of pages with the frame, and of panels loaded on use. `node web/size.mjs`
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { releases } from './releases.mjs'

const assets = join(import.meta.dirname, 'dist', 'assets')
const weight = (name) => gzipSync(readFileSync(join(assets, name)), { level: 9 }).length / 1000
// The newest release; older ones lie beside it.
const files = releases(join(import.meta.dirname, 'dist'))[0] ?? readdirSync(assets)
const withImports = (name, visited = new Set()) => {
  if (visited.has(name) || !files.includes(name)) return visited
  visited.add(name)
  const source = readFileSync(join(assets, name), 'utf8')
  for (const [, from] of source.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g)) withImports(from, visited)
  return visited
}
const fileOf = (start) => files.find((name) => name.startsWith(`${start}-`) && name.endsWith('.js'))
const index = readFileSync(join(assets, '..', 'index.html'), 'utf8')
const scripts = [...index.matchAll(/src="\/assets\/([\w.-]+)"/g)].map(([, name]) => name)
const css = files.filter((name) => name.endsWith('.css')).map((name) => [name, weight(name)])
const sum = (names) => [...names].reduce((total, name) => total + weight(name), 0)
const frame = new Set(scripts.flatMap((name) => [...withImports(name)]))
console.log(
  `frame ${sum(frame).toFixed(1)} kB (vendor ${weight(fileOf('vendor')).toFixed(1)}), css ${css.map(([, kb]) => kb.toFixed(1)).join(' + ')} kB`,
)
const { pages } = JSON.parse(readFileSync(join(assets, '..', 'preloads.json'), 'utf8'))
const entrances = Object.entries(pages).map(([address, page]) => [address, page.files.map((file) => file.replace('assets/', ''))])
const others = ['notifications-page', 'settings-page'].map((page) => [page, [fileOf(page)]])
for (const [page, names] of [...entrances, ...others])
  console.log(`${page}: ${sum(new Set([...frame, ...names.flatMap((name) => [...withImports(name)])])).toFixed(1)} kB js`)
for (const panel of ['menu-panel', 'popover-panel', 'dialog-panel'])
  console.log(`${panel}: + ${sum([...withImports(fileOf(panel))].filter((name) => !frame.has(name))).toFixed(1)} kB`)
