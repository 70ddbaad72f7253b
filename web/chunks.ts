// Chunks of the build, derived from the import graph: the frame that every page stands on, and the part that the pages of a course share.
// A file that is renamed or newly imported lands in the right chunk by itself.
import { globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from './src/pages.ts'

const src = join(import.meta.dirname, 'src')
/** Static imports of values: `import()` and `import type` begin no chunk of their own here. */
const staticImport = /(?:^|\n)\s*(?:import|export)\s+(?!type\b)(?:[^'";]*?\sfrom\s+)?'(\.[^']+\.tsx?)'/g
const iconImport = /import \{([^}]*)\} from 'lucide-react'/g

/** The module and everything that it imports statically, as absolute paths. */
function importsOf(module: string, seen = new Set<string>()): Set<string> {
  if (seen.has(module) || !statSync(module, { throwIfNoEntry: false })?.isFile()) return seen
  seen.add(module)
  for (const [, from = ''] of readFileSync(module, 'utf8').matchAll(staticImport)) importsOf(join(dirname(module), from), seen)
  return seen
}
/** Modules of two or more of these graphs. */
function shared(graphs: Set<string>[]): Set<string> {
  const times = new Map<string, number>()
  for (const module of graphs.flatMap((graph) => [...graph])) times.set(module, (times.get(module) ?? 0) + 1)
  return new Set([...times].flatMap(([module, count]) => (count > 1 ? [module] : [])))
}

/** The file under src that a page's `code` loads, as pages.ts writes it. */
export const sourceOf = ({ code }: Pick<Page, 'code'>): string => /import\(['"]\.\/(.+?)['"]\)/.exec(String(code))?.[1] ?? ''

const lucide = readFileSync(fileURLToPath(import.meta.resolve('lucide-react/dist/esm/lucide-react.mjs')), 'utf8')
/** An icon has several names and one file. */
const iconFiles = new Map(
  [...lucide.matchAll(/export \{([^}]*)\} from '\.\/icons\/([\w-]+)\./g)].flatMap(([, names = '', file = '']) =>
    names.split(',').map((name) => [name.replace('default as', '').trim(), file] as const),
  ),
)
/** File names of the icons that these modules import. */
const iconsOf = (modules: Set<string>) =>
  new Set(
    [...modules]
      .flatMap((module) => [...readFileSync(module, 'utf8').matchAll(iconImport)])
      .flatMap(([, names = '']) => names.split(','))
      .flatMap((name) => iconFiles.get(name.trim().split(' as ')[0] ?? '') ?? []),
  )

export type Chunks = {
  /** Loaded with the first page, whichever that is. */
  frame: Set<string>
  /** Shared by the pages of a course. */
  course: Set<string>
  /** Icons of the frame, of `course` and of a course's content page. */
  icons: Set<string>
}

/** `pages` is the table of src/pages.ts. */
export function chunksOf(pages: Record<string, Page | object>): Chunks {
  const built = Object.entries(pages).flatMap(([address, page]) => ('code' in page ? [[address, page] as const] : []))
  const graph = (page: Pick<Page, 'code'>) => importsOf(join(src, sourceOf(page)))
  const entrances = built.flatMap(([, page]) => (page.entrance ? [graph(page)] : []))
  // the parts of an error and of a notice are small, and every page may need them at once
  const frame = new Set([
    ...importsOf(join(src, 'main.tsx')),
    ...shared(entrances),
    ...globSync('{parts/errors/{problem-text,refused,region},ui/{confirm,dialog,menu}}.{ts,tsx}', { cwd: src }).map((name) =>
      join(src, name),
    ),
  ])
  const ofCourse = built.flatMap(([address, page]) => (address.startsWith('/course/:id/') ? [graph(page)] : []))
  const course = new Set([...shared(ofCourse)].filter((module) => !frame.has(module)))
  const content = graph(pages['/course/:id/content'] as Page)
  return { frame, course, icons: iconsOf(new Set([...frame, ...course, ...content])) }
}
