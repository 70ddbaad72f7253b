// Chunks of the build, derived from the import graph: the frame that every page stands on, and the part that the pages of a course share.
// A file that is renamed or newly imported lands in the right chunk by itself.
import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { moduleOf, type PageSource, pageSources } from './sources.ts'

const src = join(import.meta.dirname, 'src')

/** The module and everything that it imports statically, as absolute paths. */
function importsOf(module: string, visited = new Set<string>()): Set<string> {
  if (visited.has(module) || !statSync(module, { throwIfNoEntry: false })?.isFile()) return visited
  visited.add(module)
  for (const imported of moduleOf(module).imports) importsOf(imported, visited)
  return visited
}
/** Modules that are in two or more of these graphs. */
function shared(graphs: Set<string>[]): Set<string> {
  const times = new Map<string, number>()
  for (const module of graphs.flatMap((graph) => [...graph])) times.set(module, (times.get(module) ?? 0) + 1)
  return new Set([...times].flatMap(([module, count]) => (count > 1 ? [module] : [])))
}

const lucide = readFileSync(fileURLToPath(import.meta.resolve('lucide-react/dist/esm/lucide-react.mjs')), 'utf8')
/** An icon has several names and one file. */
const iconFiles = new Map(
  [...lucide.matchAll(/export \{([^}]*)\} from '\.\/icons\/([\w-]+)\./g)].flatMap(([, names = '', file = '']) =>
    names.split(',').map((name) => [name.replace('default as', '').trim(), file] as const),
  ),
)
/** File names of the icons that these modules import. */
const iconsOf = (modules: Set<string>) =>
  new Set([...modules].flatMap((module) => moduleOf(module).icons).flatMap((name) => iconFiles.get(name) ?? []))

export type Chunks = {
  /** Loaded with the first page, whichever it is. */
  frame: Set<string>
  /** Shared by the pages of a course and its content page. */
  course: Set<string>
  /** Teachers' parts of the content page that no other page has, and those that others have, too. */
  teach: Set<string>
  controls: Set<string>
  /** The page where people sign in. */
  signIn: Set<string>
  /** The types of notifications. */
  notices: Set<string>
  /** The start page and its parts. */
  home: Set<string>
  /** Parts of the frame that begin after the first paint. */
  later: Set<string>
  /** Icons of the frame, of `course`, of a course's content page and of the start page; those that only teachers' parts of it add, and signing in. */
  icons: { frame: Set<string>; controls: Set<string>; signIn: Set<string> }
}

export function chunks(): Chunks {
  const built = [...pageSources()]
  const graph = ({ source }: PageSource) => importsOf(join(src, source))
  const entrances = built.flatMap(([, page]) => (page.entrance ? [graph(page)] : []))
  // the parts of errors and confirmations are small, and every page may need them at once
  const entry = join(src, 'main.tsx')
  const hints = globSync('{features,parts/*}/*/hints.ts', { cwd: src }).map((name) => join(src, name))
  const frame = new Set([
    ...importsOf(entry),
    ...shared(entrances),
    // what the lines of hints share with pages: they themselves are loaded after the first paint
    ...hints.flatMap((line) => [...importsOf(line)].filter((module) => module !== line)),
    ...globSync('{parts/base/errors/{problem-text,read-failed,refused,region},ui/{dialogs/confirm,dialogs/dialog,menus/menu}}.{ts,tsx}', {
      cwd: src,
    }).map((name) => join(src, name)),
  ])
  const ofCourse = built.flatMap(([address, page]) => (address.startsWith('/course/:id/') ? [graph(page)] : []))
  const content = importsOf(join(src, 'features/course/content/content-page.tsx'))
  // what the content loads later shares modules with it, too, which would be a file each
  const lazy = [...content].flatMap((module) => moduleOf(module).lazy.map((loaded) => importsOf(loaded)))
  // what only other pages of a course share, as their tables, does not burden the content
  const course = new Set([...shared([...ofCourse, ...lazy])].filter((module) => content.has(module) && !frame.has(module)))
  const home = importsOf(join(src, 'features/home/home-page.tsx'))
  const later = new Set([...importsOf(join(src, 'later.ts')), ...hints])
  const teachers = new Set(
    ['content/teacher-content', 'frame/course-tools', 'content/add-menu'].flatMap((name) => [
      ...importsOf(join(src, `features/course/${name}.tsx`)),
    ]),
  )
  const signIn = importsOf(join(src, 'features/session/login-page.tsx'))
  // forms everywhere have fields, and the choice of a list is a student's, too
  const small = [...importsOf(join(src, 'ui/fields/field.tsx')), ...importsOf(join(src, 'features/course/content/content-list-choice.tsx'))]
  const others = new Set(built.flatMap(([, page]) => [...graph(page)]))
  // a page that a notification leads to asks which ones do, without the start page's list of them
  const notices = importsOf(join(src, 'parts/learning/notifications/types.ts'))
  // one file for each: what both need is with every page
  for (const module of shared([home, later])) frame.add(module)
  for (const module of [...frame, ...course]) for (const set of [home, later, notices, teachers, signIn]) set.delete(module)
  for (const module of notices) for (const set of [home, teachers]) set.delete(module)
  for (const module of small) for (const set of [teachers, signIn]) set.delete(module)
  const [teach, controls] = [teachers.difference(others), teachers.intersection(others)]
  const icons = iconsOf(new Set([...frame, ...course, ...content, ...home, ...notices, ...small]))
  const ofTeachers = iconsOf(teachers).difference(icons)
  return {
    frame,
    course,
    teach,
    controls,
    signIn,
    notices,
    home,
    later,
    icons: { frame: icons, controls: ofTeachers, signIn: iconsOf(signIn).difference(icons).difference(ofTeachers) },
  }
}
