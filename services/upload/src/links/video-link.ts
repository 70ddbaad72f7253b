// Addresses of films that the page can embed. The pattern of the address decides alone: nothing is resolved or fetched. Pure.
import { invalid } from '@lyceum/kit/calls/errors'
import { playerOrigins, type Provider, type VideoLink } from '../rows/link-api.ts'

/** A film: `id` as its provider knows it; of a file its address. */
export type Film = { provider: Provider; id: string }
type ProviderId = string | false | undefined | null

/** The id in an address of one of these hosts. */
const rules: { provider: Exclude<Provider, 'file'>; hosts: RegExp; id: RegExp; find(url: URL): ProviderId }[] = [
  {
    provider: 'youtube',
    hosts: /^(www\.|m\.|music\.)?youtube\.com$|^(www\.)?youtube-nocookie\.com$|^youtu\.be$/,
    id: /^[\w-]{11}$/,
    find: ({ hostname, pathname, searchParams }) =>
      hostname === 'youtu.be'
        ? segment(pathname, 1)
        : pathname === '/watch'
          ? searchParams.get('v')
          : /^\/(embed|shorts|live|v)\//.test(pathname) && segment(pathname, 2),
  },
  {
    provider: 'vimeo',
    hosts: /^(www\.)?vimeo\.com$|^player\.vimeo\.com$/,
    // with the key of a film that is not listed
    id: /^\d{5,12}(:[0-9a-f]{6,20})?$/,
    find({ hostname, pathname, searchParams }) {
      const [, path = '', key = ''] =
        (hostname === 'player.vimeo.com'
          ? /^\/video\/(\d+)()\/?$/
          : /(?:^|\/(?:channels|groups|album|showcase)\/.+)\/(\d+)(?:\/([0-9a-f]+))?\/?$/
        ).exec(pathname) ?? []
      const hash = key || searchParams.get('h')
      return path && (hash ? `${path}:${hash}` : path)
    },
  },
  {
    provider: 'bilibili',
    hosts: /^(www\.|m\.)?bilibili\.com$|^player\.bilibili\.com$/,
    // with the part of a film that has several
    id: /^(BV[0-9A-Za-z]{10}|av\d{1,16})(:[1-9]\d{0,3})?$/,
    find({ hostname, pathname, searchParams }) {
      const aid = searchParams.get('aid')
      const id = hostname.startsWith('player.')
        ? (searchParams.get('bvid') ?? (aid && `av${aid}`))
        : /^\/video\/([^/]+)/.exec(pathname)?.[1]
      const part = searchParams.get('p') ?? searchParams.get('page')
      return id && (part && part !== '1' ? `${id}:${part}` : id)
    },
  },
  {
    provider: 'tencent',
    hosts: /^(m\.)?v\.qq\.com$/,
    id: /^[0-9A-Za-z]{11}$/,
    find: ({ pathname, searchParams }) =>
      /^\/(x\/)?(page|cover)\/(?:[^/]+\/)*([0-9A-Za-z]+)\.html$/.exec(pathname)?.[3] ?? searchParams.get('vid'),
  },
  {
    provider: 'youku',
    hosts: /^(v|m|player)\.youku\.com$/,
    id: /^X[0-9A-Za-z]{7,30}={0,2}$/,
    find: ({ pathname, searchParams }) =>
      /^\/(?:v_show\/id_|embed\/|alipay_video\/id_)([0-9A-Za-z=]+?)(?:\.html)?$/.exec(pathname)?.[1] ?? searchParams.get('vid'),
  },
]
const segment = (path: string, nth: number): string | undefined => path.split('/')[nth]

/** A name that everybody's resolver knows: no address in numbers, no name of one house, none in letters that look like others. */
const isPublicHost = (host: string): boolean =>
  /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/.test(host) &&
  !/(^|\.)xn--/.test(host) &&
  !/\.(local|localhost|localdomain|internal|intranet|lan|home|corp|private|test|example|invalid|onion|arpa)$/.test(host)

const fileOf = ({ hostname, pathname, href }: URL): Film | undefined =>
  /\.(mp4|m4v|webm|m3u8)$/i.test(pathname) && isPublicHost(hostname) ? { provider: 'file', id: href } : undefined

/** The film of a pasted address. 400 upload.linkNotHttps, upload.linkNotSupported at original_url. */
export function filmOf(pasted: string): Film & { original_url: string } {
  const text = pasted.trim()
  const refuse = (code: 'upload.linkNotHttps' | 'upload.linkNotSupported') => invalid({ original_url: code })
  // browsers drop line breaks and tabs inside an address, so that it reads otherwise than it works
  if (/[\p{Cc}\\\s]/u.test(text) || !URL.canParse(text)) throw refuse('upload.linkNotSupported')
  const url = new URL(text)
  if (url.protocol !== 'https:') throw refuse('upload.linkNotHttps')
  if (url.username || url.password || url.port) throw refuse('upload.linkNotSupported')
  url.hash = ''
  const rule = rules.find(({ hosts }) => hosts.test(url.hostname))
  const id = rule?.find(url)
  const film: Film | undefined = rule ? (id && rule.id.test(id) ? { provider: rule.provider, id } : undefined) : fileOf(url)
  if (!film) throw refuse('upload.linkNotSupported')
  return { ...film, original_url: url.href }
}

/** The page of the bytes listener that plays a file. */
export const filePlayer = '/bytes/player'

const players: Record<Provider, (id: string) => string> = {
  youtube: (id) => `${playerOrigins.youtube}/embed/${id}?rel=0&playsinline=1`,
  vimeo(id) {
    const [film, key] = id.split(':')
    return `${playerOrigins.vimeo}/video/${film}?dnt=1${key ? `&h=${key}` : ''}`
  },
  bilibili(id) {
    const [film = '', part = '1'] = id.split(':')
    const name = film.startsWith('av') ? `aid=${film.slice(2)}` : `bvid=${film}`
    return `${playerOrigins.bilibili}/player.html?${name}&p=${part}&isOutside=true&autoplay=0&high_quality=1`
  },
  tencent: (id) => `${playerOrigins.tencent}/txp/iframe/player.html?vid=${id}&autoplay=false`,
  youku: (id) => `${playerOrigins.youku}/embed/${id}`,
  file: () => filePlayer,
}
export const embedUrl = ({ provider, id }: Film): string => players[provider](id)

/** The link as the page plays it. */
export const videoLink = ({ original_url, ...film }: Film & { original_url: string }): VideoLink => ({
  provider: film.provider,
  original_url,
  embed_url: embedUrl(film),
})
