// The page: index.html with language, theme, density and accent already in it, so that nothing jumps; files beside it.
import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import { locales, type Locale, type Organisation } from '@lyceum/identity/organisations/api'
import { refused } from '@lyceum/kit/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Sessions } from './sessions.ts'
import { firstReads } from './first-reads.ts'
import { knownData, noPreloads, openedPage, opening, readPreloads } from './opening.ts'
import type { Sites } from './site.ts'

export type Page = { folder?: string; sites: Sites; sessions: Sessions }

const dist = fileURLToPath(new URL('../../web/dist/', import.meta.url))
/** What is ours to answer, never the page's. */
const neverThePage = /^\/(api|anonymous-api|internal-api|d|bytes|livez|readyz|metrics)(\/|$)/
const year = 365 * 86_400

export async function pages(app: FastifyInstance, { folder = dist, sites, sessions }: Page): Promise<void> {
  const index = freshly(`${folder}/index.html`, (text) => text)
  const preloads = freshly(`${folder}/preloads.json`, readPreloads)
  if (existsSync(folder)) {
    await app.register(fastifyStatic, {
      root: folder,
      serve: false,
      index: false,
      preCompressed: true,
      dotfiles: 'ignore',
      cacheControl: false,
      // hashed names never change; the others are asked for again
      setHeaders: (reply, path) => {
        reply.header('cache-control', path.includes('/assets/') ? `public, max-age=${year}, immutable` : 'public, max-age=300')
      },
    })
  }
  app.get('/*', async (request, reply) => {
    const path = `/${(request.params as { '*': string })['*']}`
    const file = /^\/(assets|static)\//.test(path) || /\.\w{1,8}$/.test(path)
    const never = neverThePage.test(path) || path.includes('..') || path.includes('//')
    if (file && !never && !path.endsWith('/') && path !== '/index.html' && existsSync(folder)) return await reply.sendFile(path.slice(1))
    if (file || never || path === '/assets' || path === '/static') return reply.callNotFound()
    const html = await index()
    if (!html) throw refused(404, 'page.missing', {}, 'The web page was not built: npm run build')
    // neither identity nor kv may keep the page from opening: it then says itself what is wrong
    const [config, known, hinted = noPreloads] = await Promise.all([
      sites.config(request).catch(() => undefined),
      sessions.of(request, true).catch(() => 'unknown' as const),
      preloads(),
    ])
    const session = known === 'unknown' ? undefined : (known?.session ?? null)
    const org = session?.memberships.find((one) => one.org.id === session.org_id)?.org ?? config?.org ?? undefined
    const wanted = wishes(request, session?.user.settings, org)
    const { page, params = {} } = openedPage(hinted, path) ?? {}
    const [before, after] = opening(dressed(html, wanted), { page, lang: wanted.lang, preloads: hinted })
    // the browser has the names of the files, and fetches them, while the services are asked
    const reads = session && page?.reads ? firstReads(app, request, { session, reads: page.reads, params }) : undefined
    const parts = async function* () {
      yield before
      yield knownData({ config, session, reads: await reads }) + after
    }
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('vary', 'accept-language, cookie')
      .send(Readable.from(parts(), { objectMode: false }))
  })
}

/** What `read` makes of a file as it is now, looked at once a second at most; while a build replaces it, as it was. */
function freshly<T>(path: string, read: (text: string) => T): () => Promise<T | undefined> {
  let value: T | undefined
  // no time at all: in an image every file may be as old as time itself
  let written = -1
  let looked = 0
  let looking: Promise<T | undefined> | undefined
  const look = async () => {
    const at = (await stat(path).catch(() => undefined))?.mtimeMs
    if (at === undefined || at === written) return value
    const text = await readFile(path, 'utf8').catch(() => '')
    if (text) value = read(text)
    written = at
    return value
  }
  return () => {
    if (!looking || Date.now() - looked >= 1000) {
      looked = Date.now()
      looking = look()
    }
    return looking
  }
}

type Settings = { locale: Locale | null; theme: string; density: string }
type Wishes = { lang: Locale; theme: string; density: string; accent?: Organisation['accent'] }

function wishes(request: FastifyRequest, mine: Settings | undefined, org: Organisation | undefined): Wishes {
  const cookie = (name: string, words: readonly string[]) => {
    const value = request.cookies[name]
    return value !== undefined && words.includes(value) ? value : undefined
  }
  return {
    lang:
      mine?.locale ??
      (cookie('lyceum_locale', locales) as Locale | undefined) ??
      preferred(request.headers['accept-language']) ??
      org?.locale ??
      'en',
    theme: mine?.theme ?? cookie('lyceum_theme', ['light', 'dark', 'system']) ?? 'system',
    density: mine?.density ?? cookie('lyceum_density', ['default', 'compact', 'touch']) ?? 'default',
    ...(org && { accent: org.accent }),
  }
}

/** The first of ours that the browser wants: zh-HK, zh-MO and zh-Hant read traditional, other zh simplified; `in` is an old name of `id`. */
export function preferred(header: string | undefined): Locale | undefined {
  const wanted = (header ?? '')
    .slice(0, 500)
    .split(',')
    .map((one) => {
      const [tag = '', ...more] = one.trim().toLowerCase().split(';')
      const q = Number(
        more
          .find((part) => part.trim().startsWith('q='))
          ?.trim()
          .slice(2) ?? 1,
      )
      return { tag, q: Number.isNaN(q) ? 0 : q }
    })
    .filter(({ q }) => q > 0)
    .sort((a, b) => b.q - a.q)
  for (const { tag } of wanted) {
    const [language] = tag.split('-')
    if (language === 'zh') return /-(hant|tw|hk|mo)/.test(tag) ? 'zh-TW' : 'zh-CN'
    if (language === 'in') return 'id'
    const found = locales.find((one) => one === language)
    if (found) return found
  }
  return undefined
}

function dressed(html: string, { lang, theme, density, accent }: Wishes): string {
  const colour = accent ? ` data-accent-hue="${Number(accent.hue)}" data-accent-vividness="${Number(accent.vividness)}"` : ''
  return html.replace(/<html[^>]*>/, `<html lang="${lang}" data-theme="${theme}" data-density="${density}"${colour}>`)
}
