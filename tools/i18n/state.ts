// The English text that each translation was made from. A file of texts has a state file in i18n/state: a line for each key, sorted, so that changes
// of different keys merge. `"title": "1f2e3d4c"` means that every language was made from the English text of that hash, `"title": "1f2e3d4c
// th:99aabbcc ms:-"` that Thai was made from an older one and Malay was not translated yet.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { stemOf } from './compare.ts'
import { type Locale, type TextFile, type Texts, translated } from './text-files.ts'

type Made = Partial<Record<Locale, string>>
export type State = Map<string, Made>

/** A hash for each key of an English file; forms of a plural are one text. */
export function englishHashes(texts: Texts): Map<string, string> {
  const forms = Map.groupBy(Object.entries(texts), ([key]) => stemOf(key))
  return new Map([...forms].map(([stem, of]) => [stem, hashOf(of.length === 1 ? (of[0]?.[1] ?? '') : JSON.stringify(of.sort()))]))
}
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 8)

/** An absent file is an empty state. */
export function readState(path: string): State {
  if (!existsSync(path)) return new Map()
  const lines = JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>
  return new Map(Object.entries(lines).map(([key, line]) => [key, parseLine(line)]))
}

function parseLine(line: string): Made {
  const [all, ...own] = line.split(' ')
  const made: Made = Object.fromEntries(translated.map((locale) => [locale, all]))
  for (const one of own) {
    const [locale, hash] = one.split(':') as [Locale, string]
    if (hash === '-') delete made[locale]
    else made[locale] = hash
  }
  return made
}

function lineOf(made: Made): string | undefined {
  const counts = [...Map.groupBy(Object.values(made), (hash) => hash)].sort(
    ([a, one], [b, two]) => two.length - one.length || (a < b ? -1 : 1),
  )
  const most = counts[0]?.[0]
  return most && [most, ...translated.flatMap((locale) => (made[locale] === most ? [] : [`${locale}:${made[locale] ?? '-'}`]))].join(' ')
}

/** Writes the state with its keys in order; removes the file when nothing is left. */
export function writeState(path: string, state: State): void {
  const lines = [...state].flatMap(([key, made]) => {
    const line = lineOf(made)
    return line ? [[key, line] as const] : []
  })
  if (lines.length === 0) {
    rmSync(path, { force: true })
    return
  }
  mkdirSync(dirname(path), { recursive: true })
  const inOrder = Object.fromEntries(lines.sort(([a], [b]) => (a < b ? -1 : 1)))
  writeFileSync(path, `${JSON.stringify(inOrder, null, 2)}\n`)
}

export type ToDo = { key: string; locale: Locale; why: 'new' | 'changed' }

/** Translations that were not made from the present English text, and keys of the state without a text. */
export function compareState({ texts }: Pick<TextFile, 'texts'>, state: State): { toDo: ToDo[]; orphans: string[] } {
  const hashes = englishHashes(texts.en ?? {})
  const toDo = [...hashes].flatMap(([key, hash]) =>
    translated.flatMap((locale): ToDo[] => {
      const made = state.get(key)?.[locale]
      return made === hash ? [] : [{ key, locale, why: made ? 'changed' : 'new' }]
    }),
  )
  return { toDo, orphans: [...state.keys()].filter((key) => !hashes.has(key)) }
}

/** The state after the translations in `done` were made from the present English text, without keys that have no text. */
export function markDone({ texts }: Pick<TextFile, 'texts'>, state: State, done: Pick<ToDo, 'key' | 'locale'>[]): State {
  const hashes = englishHashes(texts.en ?? {})
  const next: State = new Map([...state].filter(([key]) => hashes.has(key)).map(([key, made]) => [key, { ...made }]))
  for (const { key, locale } of done) {
    const hash = hashes.get(key)
    if (hash) next.set(key, { ...next.get(key), [locale]: hash })
  }
  return next
}
