// The page that plays a film at an address of its own, in a frame of ours: it has no cookie, no grant and an origin that nothing else shares. The page
// around it says which film, hears how far it is, and may ask it to go elsewhere.
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import type { Config } from '../config.ts'

// the words of `web/src/player/embedded/players.ts`
const script = `
const video = document.querySelector('video')
let page
const post = (event) => page && page.postMessage({ event, time: video.currentTime, duration: video.duration, rate: video.playbackRate, playing: !video.paused && !video.seeking && !video.ended }, '*')
for (const event of ['timeupdate', 'pause', 'ended', 'error', 'loadedmetadata']) video.addEventListener(event, () => post(event))
addEventListener('message', ({ source, data }) => {
  if (source !== parent || !data) return
  page = source
  if (typeof data.source === 'string' && data.source.startsWith('https://')) {
    video.src = data.source
    if (data.from > 0) video.currentTime = data.from
  }
  if (typeof data.seek === 'number') video.currentTime = data.seek
  if (data.pause) video.pause()
})
parent.postMessage({ event: 'ready' }, '*')
`
const style = 'html,body{margin:0;height:100%;background:#000}video{width:100%;height:100%;display:block}'
const html = `<!doctype html><html><head><meta charset="utf-8"><title>Film</title><style>${style}</style></head><body><video controls playsinline preload="metadata"></video><script>${script}</script></body></html>`
const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** The page is the same for everybody. Only pages of ours frame it, and it loads nothing but the film. */
export function serveFilePlayer({ pageOrigins }: Config, request: FastifyRequest, reply: FastifyReply): Readable {
  const framedBy = pageOrigins.length > 0 ? pageOrigins.join(' ') : `${request.protocol}://${request.hostname}:*`
  reply.headers({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; media-src https:; script-src ${hash(script)}; style-src ${hash(style)}; base-uri 'none'; form-action 'none'; frame-ancestors ${framedBy}; sandbox allow-scripts`,
    'cache-control': 'public, max-age=3600',
  })
  return Readable.from([html])
}
