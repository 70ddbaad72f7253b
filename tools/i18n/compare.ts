// Compares texts across languages: differing keys and {{names}}, missing plural forms, wrong words and ends (words.ts), keys without a use.
import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { locales, type TextFile } from './text-files.ts'
import { endsOtherwise, wrongWords } from './words.ts'

const plural = /_(zero|one|two|few|many|other)$/
/** `count_one` and `count_other` are forms of `count`. */
export const stemOf = (key: string) => key.replace(plural, '')

/** {{value}} is replaced by a value, {part} by a part of the page. */
const names = (text: string) =>
  [...text.replaceAll('{{count}}', '').matchAll(/\{?\{(\w+)\}\}?/g)]
    .map((found) => found[0])
    .sort()
    .join(',')

/** The differences between the languages of one file, a line each. */
export function differences({ name, paths, texts }: Pick<TextFile, 'name' | 'paths' | 'texts'>): string[] {
  const wrong: string[] = []
  const english = texts.en ?? {}
  const base = new Map(Object.entries(english).map(([key, text]) => [stemOf(key), text]))
  for (const locale of locales) {
    const own = texts[locale]
    const fault = (key: string, is: string) => wrong.push(`${paths[locale]}: '${key}' ${is}`)
    if (!own) {
      wrong.push(`${paths[locale]} is missing`)
      continue
    }
    const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories
    const seen = new Set<string>()
    for (const [key, text] of Object.entries(own)) {
      const stem = stemOf(key)
      const meant = base.get(stem)
      seen.add(stem)
      if (meant === undefined) {
        fault(key, 'is not in en')
        continue
      }
      if (typeof text !== 'string' || !text.trim()) fault(key, 'is empty')
      else if (names(text) !== names(meant)) fault(key, 'has other {{names}} than en')
      else if (endsOtherwise(locale, text, english[key] ?? meant)) fault(key, 'ends otherwise than en')
      if (plural.test(key)) for (const form of forms) if (!(`${stem}_${form}` in own)) fault(`${stem}_${form}`, 'is missing')
    }
    for (const stem of base.keys()) if (!seen.has(stem)) fault(stem, 'is missing')
  }
  return [...new Set([...wrong, ...misplaced(name, paths.en, Object.keys(english))])]
}

/** An error's text is in the file of its code's first segment; codes of one segment are in general.json. */
const misplaced = (name: string, path: string, keys: string[]) =>
  name.startsWith('errors')
    ? keys.flatMap((key) => {
        const file = key.includes('.') ? key.slice(0, key.indexOf('.')) : 'general'
        return name === `errors/${file}` ? [] : [`${path}: '${key}' belongs in errors/${file}.json`]
      })
    : []

const mails = new Set(['mails', 'invitations'])
/** Words that do not belong in a language, a line for each text. 你 addresses the reader of a page, 您 that of a mail. */
export const misworded = ({ name, paths, texts }: Pick<TextFile, 'name' | 'paths' | 'texts'>): string[] =>
  locales.flatMap((locale) =>
    Object.entries(texts[locale] ?? {}).flatMap(([key, text]) => {
      const wrong = [...wrongWords(locale, String(text)), ...(text.match(mails.has(name) ? /你/ : /您/) ?? [])]
      return wrong.length ? [`${paths[locale]}: '${key}' says ${wrong.map((one) => `'${one}'`).join(', ')}`] : []
    }),
  )

/** Keys that no source of `file.user` names, whole or by a template's beginning or end. Codes of errors come from the services, names of
 *  permissions from identity. */
export function unused(file: TextFile, sourceOf: (user: string) => string): string[] {
  if (file.name.startsWith('errors/') || file.name === 'permissions' || file.user.endsWith('.ts') || file.user.endsWith('.js')) return []
  const source = sourceOf(file.user)
  const starts = [...source.matchAll(/`([\w.-]+[_.-])\$\{/g)].map((found) => found[1] ?? '')
  const ends = [...source.matchAll(/`\$\{\w+\}([_.][\w.-]+)`/g)].map((found) => found[1] ?? '')
  return [...new Set(Object.keys(file.texts.en ?? {}).map(stemOf))]
    .filter(
      (stem) => !source.includes(`'${stem}'`) && !starts.some((one) => stem.startsWith(one)) && !ends.some((one) => stem.endsWith(one)),
    )
    .map((stem) => `${file.paths.en}: '${stem}' is not used`)
}

/** The sources below a folder of `root` as one string, without tests; cached. */
export function sourcesOf(root: string): (user: string) => string {
  const read = new Map<string, string>()
  const all = (user: string) =>
    globSync('**/*.{ts,tsx}', { cwd: join(root, user), exclude: (path) => /(^|\/)(generated|node_modules)$/.test(path) })
      .filter((path) => !path.endsWith('.test.ts') && statSync(join(root, user, path)).isFile())
      .map((path) => readFileSync(join(root, user, path), 'utf8'))
      .join('\n')
  return (user) => read.get(user) ?? (read.set(user, all(user)).get(user) as string)
}
