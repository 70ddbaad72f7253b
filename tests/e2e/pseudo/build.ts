// The page in a pseudo language: every English text in accented letters, 40 % longer and in brackets. A text without brackets is not
// translatable; a cut text has room for English only.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

const accents: Record<string, string> = {
  a: 'á',
  e: 'é',
  i: 'í',
  o: 'ó',
  u: 'ú',
  c: 'ç',
  n: 'ñ',
  s: 'š',
  y: 'ý',
  A: 'Á',
  E: 'É',
  I: 'Í',
  O: 'Ó',
  U: 'Ú',
}

/** `Hand in {{count}}` → `⟦Háñd íñ {{count}} ····⟧`; placeholders stay as they are. */
export function pseudo(text: string): string {
  const accented = text.replace(/\{\{?\w+\}?\}|[a-z]/gi, (part) => (part.startsWith('{') ? part : (accents[part] ?? part)))
  return `⟦${accented}${'·'.repeat(Math.ceil(text.replace(/\{\{?\w+\}?\}/g, '').length * 0.4))}⟧`
}

const inBrackets: Plugin = {
  name: 'pseudo',
  enforce: 'pre',
  transform: (code, id) =>
    /\/i18n\/en\/(errors\/)?[\w-]+\.json$/.test(id)
      ? JSON.stringify(
          Object.fromEntries(Object.entries(JSON.parse(code) as Record<string, string>).map(([key, text]) => [key, pseudo(text)])),
        )
      : undefined,
}

/** Builds the page into a folder of its own. */
export async function buildPseudo(): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'lyceum-pseudo-'))
  await build({
    configFile: fileURLToPath(new URL('../../../web/vite.config.ts', import.meta.url)),
    logLevel: 'error',
    plugins: [inBrackets],
    build: { outDir: folder, emptyOutDir: true },
  })
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}
