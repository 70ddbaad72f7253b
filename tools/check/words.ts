// Words of names and comments, a check of `npm run check`: names of files, functions and types without the verbs that docs/glossary.md excludes, first lines
// that say what the file is, and sentences, titles of tests among them, that begin with their subject.
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseSync } from 'vite'
import { root, sources } from './imports.ts'

/** A breach: line and reason. */
type Breach = { line: number; reason: string }

/** The words that no name has: the last column of the glossary's row of names. */
export function excludedWords(glossary: string): Set<string> {
  const row = glossary.split('\n').find((line) => line.startsWith('| name of a file'))
  const words = (row?.split('|')[4] ?? '').split(',').map((word) => word.trim())
  if (words.length < 2) throw new Error('docs/glossary.md: no row of the names of files')
  return new Set(words)
}

/** The words of a name: `courseAsked` and `course-asked` are two. */
const wordsOf = (name: string) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z]+/)

const declared =
  /^[ \t]*(?:export )?(?:default )?(?:declare )?(?:abstract )?(?:async )?(?:(?:function\*?|class|interface) +([\w$]+)|type ([\w$]+)[ <]|const ([\w$]+)(?:: [^=\n]+)? = (?:async\b|function\b|[(<]|\w+ =>))/gm
const question = /(?:^|[.!?]\s+)(What|Which|Who|Whose|How|Where)\b/g
/** A title of a test, also behind the table of an `each` that ends on its line; each of its clauses begins with its subject. */
const riddle = /(?:^[ \t]*(?:it|test|describe)(?:\.\w+)*|\))\(\s*(['"`])(?:(?!\1).)*?(?<=\1|[.;:] )(what|which|whom?|whose|how|where)\b/gim
const lineAt = (text: string, at: number) => text.slice(0, at).split('\n').length

type Comment = { start: number; end: number; value: string }
/** Comments; lines of one that follow each other are one. */
function commentsOf(file: string, text: string): Comment[] {
  const joined: Comment[] = []
  for (const { start, end, type, value } of parseSync(file, text).comments) {
    const last = joined.at(-1)
    if (type === 'Line' && last && /^\r?\n[ \t]*$/.test(text.slice(last.end, start))) {
      last.value += `\n${value}`
      last.end = end
    } else joined.push({ start, end, value })
  }
  return joined
}

/** The breaches of a source. */
export function breachesOf(file: string, text: string, excluded: ReadonlySet<string>): Breach[] {
  const named = (name: string, line: number) =>
    wordsOf(name).flatMap((word) => (excluded.has(word) ? [{ line, reason: `${name}: no name has the word ${word}` }] : []))
  const comments = commentsOf(file, text)
  const bare = comments.reduceRight(
    (left, { start, end }) => left.slice(0, start) + left.slice(start, end).replace(/[^\n]/g, ' ') + left.slice(end),
    text,
  )
  const [first] = comments
  return [
    ...named(basename(file), 1),
    ...[...bare.matchAll(declared)].flatMap((found) => named(found.slice(1).find(Boolean) ?? '', lineAt(bare, found.index))),
    ...(first && text.slice(0, first.start).replace(/^#!.*/, '').trim() === ''
      ? []
      : [{ line: 1, reason: 'the first line says what the file is' }]),
    ...(/\.test\.tsx?$/.test(file)
      ? [...bare.matchAll(riddle)].map(({ index, 2: word }) => ({
          line: lineAt(bare, index),
          reason: `a title begins with its subject, not with ${word}`,
        }))
      : []),
    ...comments.flatMap(({ start, value }) => {
      const sentences = value.replace(/^[ \t]*\*+|^\s+/gm, (signs) => ' '.repeat(signs.length)).trimStart()
      return [...sentences.matchAll(question)].map(([, word]) => ({
        line: lineAt(text, start),
        reason: `a sentence begins with its subject, not with ${word}`,
      }))
    }),
  ]
}

if (import.meta.main) {
  const excluded = excludedWords(readFileSync(join(root, 'docs/glossary.md'), 'utf8'))
  // the examples of its own test are no breaches
  for (const file of sources.filter((name) => name !== 'tools/check/words.test.ts'))
    for (const { line, reason } of breachesOf(file, readFileSync(join(root, file), 'utf8'), excluded)) {
      console.error(`${file}:${line}: ${reason}`)
      process.exitCode = 1
    }
}
