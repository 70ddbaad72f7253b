// The tests that a change can break: by the import graph, and for tests that start the whole product by a short table of folders.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fromRoot, importsOf, root, sourceOf, sources } from '../check/imports.ts'
import { longOnly } from './long-only.ts'

/** A tier, of it only these files where some are named, and the reason. */
export type Choice = { tier: string; files?: string[]; reason: string }

/** Paths from the root that differ from the merge base with `ref`, those that are not committed included; undefined where there is none. */
export function changedSince(ref: string): string[] | undefined {
  const git = (...args: string[]) => {
    const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
    return status === 0 ? stdout.split('\n').filter(Boolean) : undefined
  }
  const [base] = git('merge-base', ref, 'HEAD') ?? []
  const changed = base === undefined ? undefined : git('diff', '--name-only', '--no-renames', base)
  const added = git('ls-files', '--others', '--exclude-standard')
  return changed && added && [...new Set([...changed, ...added])].sort()
}

/** Processes that a test starts: the table below chooses these tests, not the path of the program. */
const programs = /^(runtime\/main\.ts|web\/dist)/
const namedPath = /['"`]((?:\.{1,2}\/)*[\w@*-][\w@.*-]*(?:\/[\w@.*-]+)+\/?)['"`]|new URL\(\s*['"`]([^'"`$]+)['"`],\s*import\.meta\.url/g

/** Paths in the text of a source, from the root and up to a star: files that it reads, folders that it lists. */
function pathsIn(file: string, text: string): string[] {
  const paths = [...text.matchAll(namedPath)].map(([, literal, url]) => (literal ? fromRoot(file, literal) : fromRoot(file, `./${url}`)))
  return paths
    .map((path) => path.replace(/\/?\*.*$/, '').replace(/\/$/, ''))
    .filter((path) => /\/|\w\.\w/.test(path) && !programs.test(path))
}

type Source = { imports: string[]; paths: string[] }
const isTest = (file: string) => /\.test\.tsx?$/.test(file)

/** Types are left to the compiler; generated code stands for its schema or facts. */
function graphOf(): Map<string, Source> {
  const graph = new Map<string, Source>()
  for (const file of sources) {
    const text = readFileSync(join(root, file), 'utf8')
    const imports = importsOf(file, text).filter(({ typeOnly }) => !typeOnly)
    const generated = imports.flatMap(({ from }) => {
      const [, service] = /^(services\/[a-z-]+)\/src\/generated\//.exec(from) ?? []
      const [, facts] = /^@lyceum\/proto\/([a-z-]+)$/.exec(from) ?? []
      return service ? [`${service}/prisma`] : facts ? [`proto/lyceum/${facts}`] : []
    })
    const json = imports.flatMap(({ from }) => (from.endsWith('.json') ? [from] : []))
    graph.set(file, {
      imports: imports.flatMap(({ from }) => sourceOf(from) ?? []),
      paths: [...pathsIn(file, text), ...generated, ...json],
    })
  }
  return graph
}

/** Sources that are among `changed`, name one of them, or depend on such a source, each with the change it depends on. */
function reach(graph: Map<string, Source>, changed: string[]): Map<string, string> {
  const importers = new Map<string, string[]>()
  for (const [file, { imports }] of graph) for (const from of imports) importers.set(from, [...(importers.get(from) ?? []), file])
  const reached = new Map<string, string>()
  const queue: [string, string][] = []
  for (const [file, { paths }] of graph) {
    const cause = changed.find((one) => one === file || paths.some((path) => one === path || one.startsWith(`${path}/`)))
    if (cause) queue.push([file, cause])
  }
  for (const [file, cause] of queue) {
    if (reached.has(file)) continue
    reached.set(file, cause)
    for (const importer of importers.get(file) ?? []) queue.push([importer, cause])
  }
  return reached
}

/** The tier of a test file by its path: the projects of vitest.config.ts. */
const tierOf = (file: string) =>
  (
    [
      [/\.contract\.test\.ts$/, 'contracts'],
      [/^tests\/e2e\/servers\//, 'e2e-servers'],
      [/^tests\/e2e\/connections\./, 'connections'],
      [new RegExp(`^tests/e2e/(?:${longOnly.join('|')})\\.`), 'e2e-long'],
      [/^tests\/(e2e|faults|flows|gallery|k8s|operate)\//, undefined],
    ] as const
  ).reduce<string | undefined>((tier, [path, name]) => tier ?? (path.test(file) ? (name ?? file.split('/')[1]) : undefined), undefined) ??
  'features'

/** Tiers whose tests import little of what they test: they start it as a process. */
const startsProduct = new Set(['flows', 'e2e', 'connections', 'e2e-servers', 'faults', 'operate'])

const isText = (file: string) => /\/i18n\/.*\.json$/.test(file)
const isDocument = (file: string) => /\.md$/.test(file)
const isProgram = (file: string) => !isTest(file) && !isText(file) && !isDocument(file)
/** Changes of a folder, and the tiers that start its content. */
const started: [path: RegExp, tier: string][] = [
  [/^(kit|services|runtime|bff|proto)\//, 'flows'],
  [/^web\//, 'e2e'],
  [/^helm\//, 'k8s'],
  [/^tests\/spec\/screens\.ts$/, 'e2e'],
]
/** The service whose rows, calls and jobs a file is; other services may import the rest of its folder. */
const serviceOf = (file: string) => /^services\/([a-z-]+)\/(?:src|prisma)\//.exec(file)?.[1]
/** The tests of flows for changes of these services alone: rights are tried by service. */
function flowsThrough(services: Set<string | undefined>): string[] {
  const flows = sources.filter((file) => isTest(file) && tierOf(file) === 'flows')
  return flows.filter((file) => {
    const [, service] = /\/rights\/([a-z-]+)\.test\.ts$/.exec(file) ?? []
    return !service || services.has(service)
  })
}
const tableOfPages = 'web/src/pages.ts'
/** The graph of what is shown: the table names every page, and what imports the table shows none of them. */
const graphOfShown = (graph: Map<string, Source>) => new Map([...graph, [tableOfPages, { imports: [], paths: [] }]])
/** Pages that a change may concern for its browser tests to be chosen by their addresses; what concerns more, concerns all. */
const mostPages = 20
/** The browser tests that name the address of a page which shows one of these changes, by its last fixed part; undefined: all of them. */
function browserTestsOf(shown: Map<string, string>, changed: string[]): string[] | undefined {
  if (changed.includes(tableOfPages)) return undefined
  if (shown.has('web/src/main.tsx')) return undefined
  const text = readFileSync(join(root, tableOfPages), 'utf8')
  const lines = [...text.matchAll(/'(\/[^']+)': \{\s*code: \(\) => import\('([^']+)'\)/g)]
  const addresses = lines.flatMap(([, address = '', code = '']) => (shown.has(fromRoot(tableOfPages, code)) ? [address] : []))
  if (addresses.length === 0 || addresses.length > mostPages) return undefined
  const parts = new Set(addresses.map((address) => address.split('/').findLast((part) => /^[a-z]/.test(part)) ?? ''))
  const named = new RegExp(`(?<![\\w-])(?:${[...parts].join('|')})(?![\\w-])`)
  const tests = sources.filter((file) => isTest(file) && tierOf(file) === 'e2e' && named.test(readFileSync(join(root, file), 'utf8')))
  return tests.length > 0 ? tests : undefined
}

/** Files on which every tier depends. */
const ofAll = /^(package\.json|package-lock\.json|vitest\.config\.ts|tsconfig\.json|\.ci\/.*)$/

/** The chosen tiers in the order of `tiers`, and the names of those left to the whole run. */
export function choose(changed: string[], tiers: string[]): { choices: Choice[]; left: string[] } {
  const all = changed.find((file) => ofAll.test(file))
  if (all) return { choices: tiers.map((tier) => ({ tier, reason: `${all} concerns all` })), left: [] }
  const graph = graphOf()
  const choices = new Map<string, Choice>([['check', { tier: 'check', reason: 'reads the whole tree' }]])
  const add = (tier: string, reason: string, file?: string) => {
    const choice = choices.get(tier)
    if (!choice) choices.set(tier, { tier, reason, ...(file && { files: [file] }) })
    else if (!file) choices.set(tier, { tier, reason })
    else choice.files?.push(file)
  }
  const fromTools = reach(
    graph,
    changed.filter((file) => /^(tests|deploy|tools)\//.test(file)),
  )
  const reached = reach(graph, changed)
  for (const [file, cause] of reached) {
    if (!isTest(file)) continue
    const tier = tierOf(file)
    if (!startsProduct.has(tier) || fromTools.has(file)) add(tier, `depends on ${cause}`, file)
  }
  const shown = reach(graphOfShown(graph), changed.filter(isProgram))
  const exhibited = [...shown].find(([file]) => file.startsWith('web/src/dev/'))
  if (exhibited) add('gallery', `shows ${exhibited[1]}`)
  for (const [path, tier] of started) {
    const causes = changed.filter((file) => path.test(file) && isProgram(file))
    const [cause] = causes
    if (cause === undefined) continue
    const services = new Set(causes.map(serviceOf))
    const seen = tier === 'e2e' && path.test(tableOfPages) ? browserTestsOf(shown, causes) : undefined
    if (seen) for (const file of seen) add(tier, `shows ${cause}`, file)
    else if (tier !== 'flows' || services.has(undefined)) add(tier, `starts ${cause}`)
    else for (const file of flowsThrough(services)) add(tier, `starts ${cause}`, file)
  }
  return { choices: tiers.flatMap((tier) => choices.get(tier) ?? []), left: tiers.filter((tier) => !choices.has(tier)) }
}

/** A choice as a line. */
export const choiceLine = ({ tier, files, reason }: Choice): string =>
  `${tier.padEnd(12)} ${files ? `${files.length} file${files.length > 1 ? 's' : ''}: ${files.map((file) => file.replace(/^.*\//, '')).join(', ')}` : 'whole'} (${reason})`
