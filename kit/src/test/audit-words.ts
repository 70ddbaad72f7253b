// Words of a service's audit log that have no text: a reader of the log sees no word of the wire.
import { readFileSync } from 'node:fs'
import pg from 'pg'

const textsOf = (feature: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`../../../web/src/i18n/en/${feature}.json`, import.meta.url), 'utf8'))

type Texts = { audit: object; permissions: object; preferences: object }

/** A name from a person, an outside system, the IANA or a newer release; it is shown as it is. */
const named = ['title', 'name', 'room_place', 'equipment', 'source', 'external_id', 'time_zone', 'ip_ranges', 'toggles']
const isWord = /^[a-z]+([._-][a-z]+)*$/i
const locales = ['en', 'zh-CN', 'zh-TW', 'th', 'id', 'ms']

/** Fields and words of a value before or after that have no text, as web/src/parts/base/audit/audit-values.ts looks for them. */
export function wordless(value: unknown, texts: Texts): string[] {
  const hasField = (field: string) =>
    `field.${field}` in texts.audit || `value.${field}` in texts.audit || `type.${field}` in texts.preferences
  const hasWord = (word: string) => `value.${word}` in texts.audit || word in texts.permissions || locales.includes(word)
  if (typeof value === 'string') return isWord.test(value) && !hasWord(value) ? [`value.${value}`] : []
  if (Array.isArray(value)) return value.flatMap((one) => wordless(one, texts))
  return Object.entries(value ?? {}).flatMap(([field, one]) => {
    if (field === 'texts') return (one as string[]).flatMap((text) => wordless({ [text]: null }, texts))
    return [...(hasField(field) ? [] : [`field.${field}`]), ...(named.includes(field) ? [] : wordless(one, texts))]
  })
}

/** Throws where a line that a test has caused says what no text of the page says. */
export async function checkAuditWords(databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    const { rows } = await client.query('select distinct v as value from kit.audit, unnest(array[before, after]) v where v is not null')
    const texts = { audit: textsOf('audit'), permissions: textsOf('permissions'), preferences: textsOf('preferences') }
    const missing = new Set(rows.flatMap(({ value }) => wordless(value, texts)))
    if (missing.size > 0) throw new Error(`web/src/i18n/<locale>/audit.json says nothing for ${[...missing].join(', ')}`)
  } finally {
    await client.end()
  }
}
