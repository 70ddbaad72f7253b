// npm run i18n: the texts in six languages. `check` prints every fault and fails on one; `add course.title "Course"` begins a text; `todo th` lists
// the texts to translate into a language; `done th course.title` records a translation.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { differences, misworded, sourcesOf, stemOf, unused } from './compare.ts'
import { compareState, markDone, readState, type ToDo, writeState } from './state.ts'
import { idOf, type Locale, locales, readTextFiles, type TextFile, translated } from './text-files.ts'

const tree = fileURLToPath(new URL('../../', import.meta.url))
const usage = `npm run i18n -- check                           what is missing, wrong, unused or not translated again
npm run i18n -- add <feature.key> "<English>"    a new text: English in every language, to be translated; errors.course.newer goes to
                                                errors/course.json
npm run i18n -- todo [locale]                   texts to translate: key, English, present text; without a locale their number
npm run i18n -- done <locale|all> [key …]       the translation belongs to the English text of today; a key is course.title, or course
                                                for all of a file; without keys everything that is to do
Locales: ${translated.join(', ')}`

/** Faults that make a text unfit to be shown, a line each; a build of the page fails on them. */
export function textFaults(root = tree): string[] {
  const sources = sourcesOf(root)
  return readTextFiles(root).flatMap((file) => [...file.faults, ...differences(file), ...misworded(file), ...unused(file, sources)])
}

/** Texts to translate or to record as translated, a line each. */
export const staleFaults = (root = tree): string[] =>
  readTextFiles(root).flatMap((file) => {
    const { toDo, orphans } = compareState(file, readState(join(root, file.state)))
    return [
      ...[...Map.groupBy(toDo, ({ key }) => key)].map(([key, of]) => {
        const [first] = of
        const id = idOf(file.name, key)
        const where = `${id} in ${of.map(({ locale }) => locale).join(', ')}`
        return of.every(({ why }) => why === 'new')
          ? `${where}: not recorded as translated: npm run i18n -- done ${of.length > 1 ? 'all' : first?.locale} ${id}`
          : `${where}: its English text has changed: npm run i18n -- todo ${first?.locale}`
      }),
      ...orphans.map((key) => `${file.state}: '${key}' is in no text: npm run i18n -- done all ${idOf(file.name, key)}`),
    ]
  })

/** Each text to do in a language: its key, the English text and the present one. */
export const listToDo = (locale: Locale, root = tree): string =>
  readTextFiles(root)
    .flatMap((file) =>
      compareState(file, readState(join(root, file.state)))
        .toDo.filter((one) => one.locale === locale)
        .map(({ key, why }) =>
          [`${idOf(file.name, key)} (${why})`, ...formsOf(file, 'en', key), ...formsOf(file, locale, key)].join('\n  '),
        ),
    )
    .join('\n\n')

const formsOf = (file: TextFile, locale: Locale, stem: string) =>
  Object.entries(file.texts[locale] ?? {}).flatMap(([key, text]) => (stemOf(key) === stem ? [`${locale}: ${text}`] : []))

/** `course` and `course.publish` mean every key below them. */
const meant = (id: string, keys: string[]) => keys.length === 0 || keys.some((one) => id === one || id.startsWith(`${one}.`))

/** Records translations and drops keys without a text; returns the recorded ones, as `th course.title`. */
export function recordDone(of: readonly Locale[], keys: string[], root = tree): string[] {
  return readTextFiles(root).flatMap((file) => {
    const path = join(root, file.state)
    const state = readState(path)
    const { toDo, orphans } = compareState(file, state)
    const done = toDo.filter(({ key, locale }: ToDo) => of.includes(locale) && meant(idOf(file.name, key), keys))
    const gone = orphans.filter((key) => meant(idOf(file.name, key), keys))
    if (done.length || gone.length) writeState(path, markDone(file, state, done))
    return [...done.map(({ key, locale }) => `${locale} ${idOf(file.name, key)}`), ...gone.map((key) => `gone ${idOf(file.name, key)}`)]
  })
}

/** Begins a text: the English one stands in every language until it is translated, and `todo` lists it. Returns the reason where it cannot be. */
export function addText(id: string, text: string, root = tree): string | undefined {
  const file = readTextFiles(root).find(({ name, paths }) =>
    name.startsWith('errors/')
      ? id.startsWith(`errors.${name.slice('errors/'.length)}.`)
      : id.startsWith(`${name}.`) && paths.en.startsWith('web/'),
  )
  if (!file) return `there is no file of texts for ${id}`
  const key = id.slice(id.indexOf('.') + 1)
  if (file.texts.en?.[key] !== undefined) return `${id} is there already`
  for (const locale of locales) {
    const path = join(root, file.paths[locale])
    writeFileSync(path, `${JSON.stringify({ ...file.texts[locale], [key]: text }, null, 2)}\n`)
  }
  const state = readState(join(root, file.state))
  writeState(join(root, file.state), state.set(key, {}))
  return undefined
}

function main([command, given, ...keys]: string[]): number {
  const locale = translated.find((one) => one === given)
  if (command === 'check') {
    const wrong = [...textFaults(), ...staleFaults()]
    if (wrong.length) console.error(wrong.join('\n'))
    return wrong.length ? 1 : 0
  }
  if (command === 'add' && given && keys.length > 0) {
    const fault = addText(given, keys.join(' '))
    console[fault ? 'error' : 'log'](fault ?? `${given} is in six languages: translate it, then npm run i18n -- done all ${given}`)
    return fault ? 1 : 0
  }
  if (command === 'todo' && !given) {
    for (const one of translated) console.log(`${one}: ${listToDo(one).split('\n\n').filter(Boolean).length}`)
    return 0
  }
  if (command === 'todo' && locale) {
    console.log(listToDo(locale) || `Nothing to do in ${locale}`)
    return 0
  }
  if (command === 'done' && (locale || given === 'all')) {
    const done = recordDone(locale ? [locale] : translated, keys)
    console.log(done.join('\n') || 'Nothing was to do')
    return 0
  }
  console.error(usage)
  return 1
}

if (import.meta.main) process.exitCode = main(process.argv.slice(2))
