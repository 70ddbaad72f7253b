// Texts of the page by what shows them: the features that a page's modules read are among those that pages.ts loads with it, and the features of a
// part that loads later are loaded beside it or with the page. Without this a key stands where its text should after a reload, though never after
// a way through pages that happened to load it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { importsOf, root, sourceOf } from './imports.ts'

type Module = {
  reads: string[]
  imports: string[]
  /** Parts that it loads when they are shown; `of`: of an activity type, and its place. */
  later: { file: string; texts: string[]; of?: keyof typeof shown }[]
}
/** A page of web/src/pages.ts. */
type Entry = { texts?: readonly string[]; course?: string }
type Part = { file: string; has: ReadonlySet<string>; by?: string }

/** Of the frame around every page. */
const everywhere = ['ui', 'shell']
const read = /\b(?:useTexts|translate|translateIfPresent)\(\s*'([\w-]+)'/g
/** Modules that read `errors` of failed calls alone, before which those texts are loaded (web/src/client.ts): an upload's reasons have texts of
 *  their own where its answer is good. */
const ofFailures = ['errors/problem-text.ts', 'errors/refused.tsx', 'uploads/upload-state.ts'].map((name) => `web/src/parts/base/${name}`)
const loaded = /\btexts\(([^()]*)\)/g
const named = /'([\w-]+)'/g
/** Code and texts that are waited for at once; the definitions of activity types have a function for it. */
const together = /Promise\.all\(\[((?:(?!Promise\.all)[\s\S])*?)\]\s*\)|withTexts\(([^\n]*)/g
const base = /(?:const|function) withTexts[\s\S]*?\btexts\(([^()]*)\)/
/** Addresses whose pages show the parts of an activity type. */
const shown = {
  form: /\/(edit|new\/:type)$/,
  questions: /\/:activityId\/questions$/,
  view: /\/learning-activity\/-\/:activityId$/,
}

/** Files that load parts and show none: the table of pages, and what an exam loads ahead. */
const unshown = ['web/src/pages.ts', 'web/src/management.ts', 'web/src/features/exam/taking/ahead.ts']

const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found)

/** A module's own part of it: `text` is its source. */
export function moduleIn(file: string, text: string): Module {
  const imports = importsOf(file, text).filter(({ typeOnly }) => !typeOnly)
  const sourcesOf = (lazy: boolean, part = imports) => part.flatMap((one) => (one.lazy === lazy ? (sourceOf(one.from) ?? []) : []))
  const loads = all(text, loaded).flatMap((names) => all(names, named))
  const own = all(base.exec(text)?.[1] ?? '', named)
  const beside = [...text.matchAll(together)].map(([whole, list, call]) => ({
    files: sourcesOf(true, importsOf(file, list ?? call ?? '')),
    texts: [
      ...all(whole, loaded).flatMap((names) => all(names, named)),
      ...(call ? [...own, ...all(call.replace(/import\([^)]*\)/, ''), named)] : []),
    ],
  }))
  const under = (name: string) =>
    sourcesOf(true, importsOf(file, new RegExp(`\\n {2}${name}: ([\\s\\S]*?),?\\n(?: {2}\\w|})`).exec(text)?.[1] ?? ''))
  const [forms, questions] = [under('form'), under('Questions')]
  return {
    // what it loads by itself it waits for
    reads: all(text.replace(/^\s*(\/\/|\*|\/\*).*$/gm, ''), read).filter(
      (feature) => !loads.includes(feature) && !(feature === 'errors' && ofFailures.includes(file)),
    ),
    imports: sourcesOf(false),
    later: (unshown.includes(file) ? [] : sourcesOf(true)).map((later) => ({
      file: later,
      texts: beside.flatMap(({ files, texts }) => (files.includes(later) ? texts : [])),
      ...(file.endsWith('/definition.ts') && {
        of: forms.includes(later) ? ('form' as const) : questions.includes(later) ? ('questions' as const) : ('view' as const),
      }),
    })),
  }
}

/** All that a module's static imports bring: features with who reads them, and parts that load later with who loads them. */
type Loaded = { reads: [feature: string, reader: string][]; later: [part: Module['later'][number], loader: string][] }

function loadedWith(file: string, moduleOf: (file: string) => Module): Loaded {
  const part = new Set<string>()
  const loaded: Loaded = { reads: [], later: [] }
  const wait = [file]
  for (let next = wait.pop(); next !== undefined; next = wait.pop()) {
    if (part.has(next)) continue
    part.add(next)
    const { reads, imports, later } = moduleOf(next)
    for (const feature of reads) loaded.reads.push([feature, next])
    for (const one of later) loaded.later.push([one, next])
    wait.push(...imports)
  }
  return loaded
}

/** A line for each module that reads texts which are not there when it is shown. `pages`: by address, with the module and the features of each. */
export function missingTexts(
  pages: ReadonlyMap<string, { file: string; texts: readonly string[] }>,
  moduleOf: (file: string) => Module,
): string[] {
  const found = new Set<string>()
  /** By part and kind of address: the features with which it was looked at. With more of them it lacks no more. */
  const seen = new Map<string, ReadonlySet<string>[]>()
  const parts = new Map<string, Loaded>()
  const partOf = (file: string) => {
    const part = parts.get(file) ?? loadedWith(file, moduleOf)
    parts.set(file, part)
    return part
  }
  const visit = (address: string, { file, has, by }: Part) => {
    const key = `${file} ${Object.values(shown).map((kind) => kind.test(address))}`
    const before = seen.get(key) ?? []
    if (before.some((fewer) => fewer.isSubsetOf(has))) return
    seen.set(key, [...before, has])
    const { reads, later } = partOf(file)
    for (const [feature, reader] of reads)
      if (!has.has(feature))
        found.add(
          `${address}: ${reader} reads the texts of ${feature}, which ${by ? `${by} does not load with ${file}` : 'pages.ts does not load'}`,
        )
    for (const [one, loader] of later)
      if (!one.of || shown[one.of].test(address)) visit(address, { file: one.file, has: new Set([...has, ...one.texts]), by: loader })
  }
  for (const [address, { file, texts }] of pages) visit(address, { file, has: new Set([...everywhere, ...texts]) })
  return [...found].sort()
}

if (import.meta.main) {
  // by its path alone: the compiler of the server does not read the page
  const table: string = join(root, 'web/src/pages.ts')
  const { courseFrame, pages, plainPages } = (await import(table)) as Record<'courseFrame', Entry> &
    Record<'pages' | 'plainPages', Record<string, Entry>>
  const { pageSources } = await import('../../web/sources.ts')
  const sourceOfPage = pageSources()
  const modules = new Map<string, Module>()
  const moduleOf = (file: string) => {
    const known = modules.get(file) ?? moduleIn(file, readFileSync(join(root, file), 'utf8'))
    modules.set(file, known)
    return known
  }
  const addresses = new Map(
    Object.entries({ ...plainPages, ...pages }).flatMap(([address, page]) => {
      const source = sourceOfPage.get(address)?.source
      const frame = page.course ? (courseFrame.texts ?? []) : []
      return source ? [[address, { file: `web/src/${source}`, texts: [...(page.texts ?? []), ...frame] }] as const] : []
    }),
  )
  const faults = missingTexts(addresses, moduleOf)
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exit(1)
  console.log(`${addresses.size} pages: their texts are loaded with them`)
}
