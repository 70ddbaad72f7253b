// The files of texts in the tree: `<root>/i18n/<locale>/<feature>.json` of the page and of each service, with i18n/<locale>/errors/<first segment of
// the code>.json read as one feature, and the small tables of scripts that load no JSON.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const locales = ['en', 'zh-CN', 'zh-TW', 'th', 'id', 'ms'] as const
export type Locale = (typeof locales)[number]
export const translated = locales.filter((locale) => locale !== 'en')
export type Texts = Record<string, string>

export type TextFile = {
  /** `course`, `errors/course`, `mails`. */
  name: string
  /** Paths from the root of the tree: each language's texts, the state, the folder that uses them. */
  paths: Record<Locale, string>
  state: string
  user: string
  texts: Partial<Record<Locale, Texts>>
  /** The reason why a file could not be read. */
  faults: string[]
}

const tree = fileURLToPath(new URL('../../', import.meta.url))
/** Scripts that load before the page, or without it: each has a table by language. */
const tables = [
  { name: 'old-browser', path: 'web/public/static/old-browser.js' },
  { name: 'confirmation', path: 'web/src/elements/confirmation.ts' },
]

/** `errors.course.newer` for the key of an error, which holds its file's name; `course.title` for any other. */
export const idOf = (name: string, key: string) => `${name.split('/')[0]}.${key}`

/** Every file of texts below `root`, in the order of their names. */
export function readTextFiles(root = tree): TextFile[] {
  const folders = globSync('{web,bff,kit,services/*}/src/i18n', { cwd: root }).map((one) => one.replaceAll('\\', '/'))
  const files = folders.flatMap((folder) => {
    const names = new Set(
      locales.flatMap((locale) => globSync('{*,errors/*}.json', { cwd: join(root, folder, locale) }).map((one) => one.slice(0, -5))),
    )
    return [...names].map((name) => readJson(root, folder, name.replaceAll('\\', '/')))
  })
  const present = tables.filter(({ path }) => existsSync(join(root, path))).map(({ name, path }) => readTable(root, name, path))
  return [...files, ...present].sort((a, b) => (a.name < b.name ? -1 : 1))
}

function readJson(root: string, folder: string, name: string): TextFile {
  const faults: string[] = []
  const read = (path: string) => {
    if (!existsSync(join(root, path))) return undefined
    try {
      return JSON.parse(readFileSync(join(root, path), 'utf8')) as Texts
    } catch (error) {
      faults.push(`${path}: ${error instanceof Error ? error.message : error}`)
      return undefined
    }
  }
  const paths = perLocale((locale) => `${folder}/${locale}/${name}.json`)
  return {
    name,
    paths,
    state: `${folder}/state/${name}.json`,
    user: folder.slice(0, -'/i18n'.length),
    texts: perLocale((locale) => read(paths[locale])),
    faults,
  }
}

/** The table is the first object with an `en` in the file: a literal of strings, with tags of languages in any case. */
function readTable(root: string, name: string, path: string): TextFile {
  const literal = /=\s*(\{\s*en: [\s\S]*?\n\s*\})\n/.exec(readFileSync(join(root, path), 'utf8'))?.[1]
  const found = literal ? (Function(`return (${literal})`)() as Record<string, Texts>) : {}
  const byTag = new Map(Object.entries(found).map(([tag, texts]) => [tag.toLowerCase(), texts]))
  return {
    name,
    paths: perLocale((locale) => `${path} (${locale})`),
    state: `web/src/i18n/state/${name}.json`,
    user: path,
    texts: perLocale((locale) => byTag.get(locale.toLowerCase())),
    faults: literal ? [] : [`${path}: no table of texts in it`],
  }
}

const perLocale = <T>(make: (locale: Locale) => T) =>
  Object.fromEntries(locales.map((locale) => [locale, make(locale)])) as Record<Locale, T>

/** The texts of a language's feature as the page loads them, with errors/*.json in one; `at` is the folder of the language. */
export function featureTexts(at: string, feature: string): Texts {
  const files = feature === 'errors' ? globSync('errors/*.json', { cwd: at }).sort() : [`${basename(feature)}.json`]
  return Object.assign({}, ...files.map((file) => JSON.parse(readFileSync(join(at, file), 'utf8')))) as Texts
}
