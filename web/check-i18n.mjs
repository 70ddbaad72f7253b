// Checks the texts: every language has the same keys and the same {{names}}, plural forms are those the language has, and no key is
// left that the source does not use; check-words.mjs knows the words that are wrong. Run by the build; a fault fails it.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { endsOtherwise, wrongWords } from './check-words.mjs'

const src = join(import.meta.dirname, 'src')
export const locales = ['en', 'zh-CN', 'zh-TW', 'th', 'id', 'ms']
const plural = /_(zero|one|two|few|many|other)$/

const files = (dir) =>
  readdirSync(dir).flatMap((name) => {
    const path = join(dir, name)
    return statSync(path).isDirectory() ? files(path) : [path]
  })
const names = (text) =>
  [...text.matchAll(/\{\{(\w+)\}\}|\{(\w+)\}/g)]
    .map((m) => m[1] ?? m[2])
    .sort()
    .join(',')

/** The faults of one feature: `texts` is { locale: { key: text } }. Forms like `count_one` are compared by their base name. */
export function compare(feature, texts) {
  const wrong = []
  const base = new Map()
  for (const [key, text] of Object.entries(texts.en ?? {})) base.set(key.replace(plural, ''), text)
  for (const locale of locales) {
    const own = texts[locale]
    if (!own) {
      wrong.push(`${locale}/${feature}.json is missing`)
      continue
    }
    const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories
    const seen = new Set()
    for (const [key, text] of Object.entries(own)) {
      const stem = key.replace(plural, '')
      seen.add(stem)
      if (!base.has(stem)) {
        wrong.push(`${locale}/${feature}.json: '${key}' is not in en`)
        continue
      }
      if (typeof text !== 'string' || !text.trim()) wrong.push(`${locale}/${feature}.json: '${key}' is empty`)
      else if (names(text.replaceAll('{{count}}', '')) !== names(base.get(stem).replaceAll('{{count}}', '')))
        wrong.push(`${locale}/${feature}.json: '${key}' has other {{names}} than en`)
      else if (endsOtherwise(locale, text, texts.en[key] ?? base.get(stem)))
        wrong.push(`${locale}/${feature}.json: '${key}' ends otherwise than en`)
      if (plural.test(key))
        for (const form of forms) if (!(`${stem}_${form}` in own)) wrong.push(`${locale}/${feature}.json: '${stem}_${form}' is missing`)
    }
    for (const stem of base.keys()) if (!seen.has(stem)) wrong.push(`${locale}/${feature}.json: '${stem}' is missing`)
  }
  return [...new Set(wrong)]
}

/** Words that do not belong into a language, one line for each text. Readers of the page are 你; of a mail, 您. */
export const misworded = (feature, texts) =>
  locales.flatMap((locale) =>
    Object.entries(texts[locale] ?? {}).flatMap(([key, text]) => {
      const wrong = [...wrongWords(locale, String(text)), ...(/您/.test(text) ? ['您'] : [])]
      return wrong.length ? [`${locale}/${feature}.json: '${key}' says ${wrong.map((one) => `'${one}'`).join(', ')}`] : []
    }),
  )

// What people read that stands in a source: a table by language, each entry on lines of its own or on one.
const elsewhere = ['public/static/old-browser.js', 'src/elements/confirmation.ts', '../services/identity/src/mails/texts.ts']

/** Wrong words in the table of texts in a source. */
export const miswordedIn = (path, source) =>
  [...source.matchAll(/^( +)'?(en|zh-cn|zh-tw|th|id|ms)'?: (?:\[(.*)\],$|\{\n([\s\S]*?)\n\1\},$)/gim)].flatMap(([, , tag, line, block]) => {
    const locale = locales.find((one) => one.toLowerCase() === tag.toLowerCase())
    return [...(line ?? block).matchAll(/'((?:[^'\\\n]|\\.)*)'/g)].flatMap(([, text]) => {
      const wrong = wrongWords(locale, text.replaceAll('’', ''))
      return wrong.length ? [`${path}, ${locale}: '${text}' says ${wrong.map((one) => `'${one}'`).join(', ')}`] : []
    })
  })

/** Every fault, as lines to print; empty when all is well. */
export function checkTexts() {
  const wrong = []
  const features = [...new Set(locales.flatMap((locale) => readdirSync(join(src, 'i18n', locale))))]
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.replace(/\.json$/, ''))
  const source = files(src)
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.test.ts'))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n')
  const prefixes = [...source.matchAll(/`([\w.-]+[_.-])\$\{/g)].map((m) => m[1])
  for (const feature of features) {
    const texts = Object.fromEntries(
      locales.map((locale) => {
        try {
          return [locale, JSON.parse(readFileSync(join(src, 'i18n', locale, `${feature}.json`), 'utf8'))]
        } catch (error) {
          if (error instanceof SyntaxError) wrong.push(`${locale}/${feature}.json: ${error.message}`)
          return [locale, undefined]
        }
      }),
    )
    wrong.push(...compare(feature, texts), ...misworded(feature, texts))
    // Codes of problems come from the services, so their texts are not looked for in the source.
    if (feature === 'errors') continue
    for (const key of Object.keys(texts.en ?? {})) {
      const stem = key.replace(plural, '')
      if (!source.includes(`'${stem}'`) && !prefixes.some((prefix) => stem.startsWith(prefix)))
        wrong.push(`en/${feature}.json: '${key}' is not used`)
    }
  }
  for (const path of elsewhere) wrong.push(...miswordedIn(path, readFileSync(join(src, '..', path), 'utf8')))
  return wrong
}

if (import.meta.url === `file://${process.argv[1]}`) {
  const wrong = checkTexts()
  if (wrong.length) console.error(wrong.join('\n'))
  process.exit(wrong.length ? 1 : 0)
}
