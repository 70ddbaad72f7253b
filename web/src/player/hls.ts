// HLS streams in a video element: by hls.js, or by the browser itself where it has no Media Source.
import type Hls from 'hls.js'
import { qualityNames } from '../ui/quality-names.ts'
import { type Connection, keepBandwidth, measuredBandwidth, startingBandwidth } from './bandwidth.ts'

export type Quality = { index: number; label: keyof typeof qualityNames; height: number }
export type PlaybackFault = { code: 1 | 2 | 3 | 4 | 5; status?: number }
export type Stream = {
  /** -1: by the speed of the connection. */
  choose: (index: number) => void
  close: () => void
}
type StreamHandlers = {
  /** Answers the index of the one to play, -1: by the speed of the connection. */
  onQualities: (list: Quality[]) => number
  /** Index of the rendition on the screen. */
  onLevel: (index: number) => void
  onError: (error: PlaybackFault) => void
}

/** The playlist's own name where it is one of ours, else a name by height in pixels. */
export const labelOf = (height: number, name = ''): Quality['label'] =>
  Object.hasOwn(qualityNames, name) ? (name as Quality['label']) : height <= 300 ? 'QVGA' : height <= 540 ? 'VGA' : 'HD'

/** Opens a playlist in a video element at `from` seconds; hls.js is loaded only here. A browser without Media Source plays the playlist and picks the quality by itself (no `onQualities`).
 *  Fault codes are those of the media element (2 network, 3 decoding, 4 not supported) and 5 for content under a foreign key; hls.js recovers twice from a media fault before it is reported. */
export async function openStream(video: HTMLVideoElement, source: string, from: number, handlers: StreamHandlers): Promise<Stream> {
  const { default: Player } = await import('hls.js/light')
  if (!Player.isSupported()) return native(video, source, from, handlers)
  // A recording that is still being converted looks like a live stream: without a start position it would begin at its end.
  const { connection } = navigator as Navigator & { connection?: Connection }
  const hls: Hls = new Player({
    startPosition: Math.max(0, from),
    maxBufferLength: 30,
    backBufferLength: 30,
    // begins with what the line is known to carry, without a first segment of the lowest quality to measure it
    abrEwmaDefaultEstimate: startingBandwidth(measuredBandwidth(), connection, Date.now()),
    testBandwidth: false,
    // more than the picture on the screen is never fetched, unless somebody chooses it
    capLevelToPlayerSize: true,
  })
  const measured = { at: 0 }
  hls.on(Player.Events.FRAG_BUFFERED, () => {
    if (Date.now() - measured.at < 5000) return
    measured.at = Date.now()
    keepBandwidth(hls.bandwidthEstimate)
  })
  let recoveries = 0
  hls.on(Player.Events.MANIFEST_PARSED, () => {
    const chosen = handlers.onQualities(
      hls.levels.map((level, index) => ({ index, height: level.height, label: labelOf(level.height, level.name) })),
    )
    if (chosen < 0) return
    hls.startLevel = chosen
    hls.loadLevel = chosen
  })
  hls.on(Player.Events.LEVEL_SWITCHED, (_, { level }) => handlers.onLevel(level))
  // A foreign key: hls.js would ignore it and play unusable data.
  hls.on(Player.Events.LEVEL_LOADED, (_, { details }) => {
    if (!/^#EXT-X-KEY:(?!METHOD=(?:NONE|AES-128)\b)/m.test(details.m3u8)) return
    hls.stopLoad()
    handlers.onError({ code: 5 })
  })
  const unplayable = brokenSegments()
  hls.on(Player.Events.ERROR, (_, { type, fatal, details, response }) => {
    if (details === Player.ErrorDetails.FRAG_PARSING_ERROR && unplayable(video.currentTime)) {
      hls.stopLoad()
      return handlers.onError({ code: 3 })
    }
    if (!fatal) return
    if (type === Player.ErrorTypes.MEDIA_ERROR && recoveries++ < 2) return hls.recoverMediaError()
    handlers.onError({ code: codes[type] ?? 4, status: response?.code })
  })
  hls.loadSource(source)
  hls.attachMedia(video)
  return { choose: (index) => void (hls.nextLevel = index), close: () => hls.destroy() }
}

/** Called for each broken segment with the position in seconds: true at the fifth without a second of playback between them. hls.js would retry for ever. */
export function brokenSegments(): (position: number) => boolean {
  let count = 0
  let last = 0
  return (position) => {
    count = Math.abs(position - last) > 1 ? 1 : count + 1
    last = position
    return count >= 5
  }
}

const codes: Record<string, PlaybackFault['code']> = { networkError: 2, mediaError: 3, muxError: 3, keySystemError: 5, otherError: 4 }

function native(video: HTMLVideoElement, source: string, from: number, handlers: StreamHandlers): Stream {
  const reportError = () => handlers.onError({ code: (video.error?.code ?? 4) as PlaybackFault['code'] })
  video.addEventListener('error', reportError)
  if (from > 0) video.addEventListener('loadedmetadata', () => void (video.currentTime = from), { once: true })
  video.src = source
  return {
    choose: () => {},
    close: () => {
      video.removeEventListener('error', reportError)
      video.removeAttribute('src')
      video.load()
    },
  }
}
