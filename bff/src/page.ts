// The page: index.html with language, theme, density and accent set, so that nothing jumps while it loads; the files beside it.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import { locales, type Locale, type Organisation } from '@lyceum/identity/organisations/api'
import { refused } from '@lyceum/kit/calls/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Sessions } from './sessions.ts'
import type { FirstReads } from './first-reads.ts'
import { knownData, noPreloads, openedPage, type Preloads, readPreloads, type Shell, shellOf } from './opening.ts'
import { lookOf, readFirstLooks } from './first-looks.ts'
import { gzipParts, takesGzip } from './gzip-parts.ts'
import type { Sites } from './site.ts'

export type Page = { folder?: string; sites: Sites; sessions: Sessions; firstReads: FirstReads }

const dist = fileURLToPath(new URL('../../web/dist/', import.meta.url))
/** Paths that belong to calls, files' bytes and operations, never to the page. */
const neverThePage = /^\/(api|anonymous-api|internal-api|d|bytes|livez|readyz|metrics)(\/|$)/
/** The workers of push messages and of running exams. */
const isWorker = /\/(sw|exam-worker)\.js$/
const year = 365 * 86_400

export async function pages(app: FastifyInstance, { folder = dist, sites, sessions, firstReads }: Page): Promise<void> {
  const index = freshly(`${folder}/index.html`, (html) => ({ html, scripts: scriptsIn(html) }))
  const preloads = freshly(`${folder}/preloads.json`, readPreloads)
  const firstLooks = freshly(`${folder}/first-looks.mjs`, readFirstLooks)
  const shell = shells()
  if (existsSync(folder)) {
    await app.register(fastifyStatic, {
      root: folder,
      serve: false,
      index: false,
      preCompressed: true,
      dotfiles: 'ignore',
      cacheControl: false,
      // hashed names never change; other files are revalidated, workers each time
      setHeaders: (reply, path) => {
        const kept = path.includes('/assets/')
          ? `public, max-age=${year}, immutable`
          : isWorker.test(path)
            ? 'no-cache'
            : 'public, max-age=300'
        reply.header('cache-control', kept)
      },
    })
  }
  app.get('/*', async (request, reply) => {
    const path = `/${(request.params as { '*': string })['*']}`
    const file = /^\/(assets|static)\//.test(path) || /\.\w{1,11}$/.test(path)
    const never = neverThePage.test(path) || path.includes('..') || path.includes('//')
    if (file && !never && !path.endsWith('/') && path !== '/index.html' && existsSync(folder)) return await reply.sendFile(path.slice(1))
    if (file || never || path === '/assets' || path === '/static') return reply.callNotFound()
    const built = await index()
    if (!built) throw refused(404, 'page.missing', {}, 'The web page was not built: npm run build')
    // without identity or kv the page opens all the same, and shows the problem itself
    const [config, known, hinted = noPreloads, looks = {}] = await Promise.all([
      sites.config(request).catch(() => undefined),
      sessions.of(request, true).catch(() => 'unknown' as const),
      preloads(),
      firstLooks(),
    ])
    const session = known === 'unknown' ? undefined : (known?.session ?? null)
    const org = session?.memberships.find((one) => one.org.id === session.org_id)?.org ?? config?.org ?? undefined
    const wanted = wishes(request, session?.user.settings, org)
    const { address, page, params } = openedPage(hinted, path) ?? { address: '', page: undefined, params: {} }
    const { open, head, body, end } = shell(address, { html: built.html, page, lang: wanted.lang, preloads: hinted })
    // the browser gets the names of the files first, and fetches them while the services answer
    const reads =
      known !== 'unknown' && known && page?.reads && page.reads.length > 0
        ? firstReads(request, known, { reads: page.reads, params })
        : undefined
    const zip = takesGzip(request.headers['accept-encoding']) ? gzipParts() : undefined
    const start = open + htmlElement(wanted)
    const parts = async function* () {
      yield zip ? zip.first(start, head) : Buffer.concat([Buffer.from(start), head.bytes])
      // the first look is painted while the other reads are being answered
      const look = reads && (await lookOf(looks[address], reads, { ...wanted, query: request.query as object }))
      yield zip ? zip.next(body(look)) : Buffer.from(body(look))
      const data = knownData({ config, session, reads: await reads?.all }) + end
      yield zip ? zip.last(data) : Buffer.from(data)
    }
    if (zip) reply.header('content-encoding', 'gzip')
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', String(reply.getHeader('content-security-policy')).replace('script-src', `$& ${built.scripts}`))
      .header('cache-control', 'no-store')
      .header('vary', 'accept-language, cookie, accept-encoding')
      .send(Readable.from(parts(), { objectMode: false }))
  })
}

/** The scripts inside index.html, as a content security policy names them. */
const scriptsIn = (html: string): string =>
  [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)]
    .map(([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`)
    .join(' ')

/** The result of `read` for a file's present content, checked once a second at most; the previous result while a build replaces the file. */
function freshly<T>(path: string, read: (text: string) => T | Promise<T>): () => Promise<T | undefined> {
  let value: T | undefined
  // no possible time: in an image every file may have time 0
  let written = -1
  let looked = 0
  let looking: Promise<T | undefined> | undefined
  const look = async () => {
    const at = (await stat(path).catch(() => undefined))?.mtimeMs
    if (at === undefined || at === written) return value
    const text = await readFile(path, 'utf8').catch(() => '')
    if (text) value = await read(text)
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

type Settings = { locale: Locale | null; theme: string; density: string; time_zone: string | null }
type Wishes = { lang: Locale; theme: string; density: string; zone: string | undefined; accent?: Organisation['accent'] }

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
    zone: mine?.time_zone ?? request.cookies.lyceum_zone,
    ...(org && { accent: org.accent }),
  }
}

/**
 * The first of our languages that the browser accepts: zh-HK, zh-MO and zh-Hant are traditional, other zh simplified; `in` is an old name of `id`.
 */
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

const htmlElement = ({ lang, theme, density, accent }: Wishes): string => {
  const colour = accent ? ` data-accent-hue="${Number(accent.hue)}" data-accent-vividness="${Number(accent.vividness)}"` : ''
  return `<html lang="${lang}" data-theme="${theme}" data-density="${density}"${colour}>`
}

/** Cache of shells by address of a page (of pages.json, not of a request) and language, until a build replaces their sources. */
function shells() {
  let of: { html: string; preloads: Preloads } | undefined
  const made = new Map<string, Shell>()
  return (address: string, given: Parameters<typeof shellOf>[1] & { html: string }): Shell => {
    if (of?.html !== given.html || of.preloads !== given.preloads) {
      of = given
      made.clear()
    }
    const key = `${given.lang} ${address}`
    let shell = made.get(key)
    if (!shell) made.set(key, (shell = shellOf(given.html, given)))
    return shell
  }
}
