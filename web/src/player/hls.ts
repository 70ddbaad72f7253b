import type Hls from 'hls.js'

export type Quality = { index: number; label: 'QVGA' | 'VGA' | 'HD'; height: number }
export type Trouble = { code: 1 | 2 | 3 | 4 | 5; status?: number }
export type Stream = {
  /** -1: chosen by the line's speed. */
  choose: (index: number) => void
  close: () => void
}
type Told = {
  qualities: (list: Quality[]) => void
  /** Index of the rendition that is shown now. */
  playing: (index: number) => void
  trouble: (what: Trouble) => void
}

const labels: readonly string[] = ['QVGA', 'VGA', 'HD']
/** The playlist's own name where it has one of ours, else by height. */
export const labelOf = (height: number, name = ''): Quality['label'] =>
  labels.includes(name) ? (name as Quality['label']) : height <= 300 ? 'QVGA' : height <= 540 ? 'VGA' : 'HD'

/** Puts a playlist into a video element. hls.js is loaded only now; a browser without Media Source plays the playlist itself and picks the quality by itself (`qualities` is never told).
 *  Codes are those of the media element (2 network, 3 decoding, 4 not supported) and 5 for content under a key that is not ours; a media fault is mended twice before it is told. */
export async function openStream(video: HTMLVideoElement, source: string, from: number, told: Told): Promise<Stream> {
  const { default: Player } = await import('hls.js/light')
  if (!Player.isSupported()) return native(video, source, from, told)
  // A recording that is still being converted looks like a live one: without a start position it would begin at its end.
  const hls: Hls = new Player({ startPosition: Math.max(0, from), maxBufferLength: 30, backBufferLength: 30, capLevelToPlayerSize: false })
  let mended = 0
  hls.on(Player.Events.MANIFEST_PARSED, () =>
    told.qualities(hls.levels.map((level, index) => ({ index, height: level.height, label: labelOf(level.height, level.name) }))),
  )
  hls.on(Player.Events.LEVEL_SWITCHED, (_, { level }) => told.playing(level))
  // A key that is not ours: hls.js would pass over it and show nothing of use.
  hls.on(Player.Events.LEVEL_LOADED, (_, { details }) => {
    if (!/^#EXT-X-KEY:(?!METHOD=(?:NONE|AES-128)\b)/m.test(details.m3u8)) return
    hls.stopLoad()
    told.trouble({ code: 5 })
  })
  // hls.js would try broken segments for ever: five without a second of playing between them are enough.
  const broken = { count: 0, at: 0 }
  hls.on(Player.Events.ERROR, (_, { type, fatal, details, response }) => {
    if (details === Player.ErrorDetails.FRAG_PARSING_ERROR) {
      const moved = Math.abs(video.currentTime - broken.at) > 1
      Object.assign(broken, { count: moved ? 1 : broken.count + 1, at: video.currentTime })
      if (broken.count >= 5) {
        hls.stopLoad()
        return told.trouble({ code: 3 })
      }
    }
    if (!fatal) return
    if (type === Player.ErrorTypes.MEDIA_ERROR && mended++ < 2) return hls.recoverMediaError()
    told.trouble({ code: codes[type] ?? 4, status: response?.code })
  })
  hls.loadSource(source)
  hls.attachMedia(video)
  return { choose: (index) => void (hls.nextLevel = index), close: () => hls.destroy() }
}

const codes: Record<string, Trouble['code']> = { networkError: 2, mediaError: 3, muxError: 3, keySystemError: 5, otherError: 4 }

function native(video: HTMLVideoElement, source: string, from: number, told: Told): Stream {
  const failed = () => told.trouble({ code: (video.error?.code ?? 4) as Trouble['code'] })
  video.addEventListener('error', failed)
  if (from > 0) video.addEventListener('loadedmetadata', () => void (video.currentTime = from), { once: true })
  video.src = source
  return {
    choose: () => {},
    close: () => {
      video.removeEventListener('error', failed)
      video.removeAttribute('src')
      video.load()
    },
  }
}
