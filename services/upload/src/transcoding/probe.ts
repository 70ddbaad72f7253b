// What ffmpeg says about a file, read from the words of `ffmpeg -i` (its package has no ffprobe).

export type Picture = {
  /** As shown: turned upright, pixels square. */
  width: number
  height: number
  /** Frames a second; undefined: not said. */
  fps: number | undefined
}
export type Probe = {
  /** Seconds; undefined: the file does not say (a recording that was never closed). */
  duration: number | undefined
  picture: Picture | undefined
  /** Has sound. */
  sound: boolean
}

const stream = /^ {2,4}Stream #0:\d+.*?: (Video|Audio): (.*)$/

/** undefined: ffmpeg could not read it as audio or video at all. */
export function readProbe(words: string): Probe | undefined {
  const lines = words.split(/\r?\n/)
  if (!lines.some((line) => line.startsWith('Input #0'))) return
  const probe: Probe = { duration: durationIn(lines), picture: undefined, sound: false }
  for (const [at, line] of lines.entries()) {
    const [, kind, about = ''] = stream.exec(line) ?? []
    if (kind === 'Audio' && !/^none\b/.test(about)) probe.sound = true
    if (kind !== 'Video' || isCover(about) || probe.picture) continue
    probe.picture = pictureIn(about, turnAfter(lines, at))
  }
  return probe.picture || probe.sound ? probe : undefined
}

/** The picture on a song, not a film; not every version says so of it, but none gives it a rate. */
const isCover = (about: string) => about.includes('(attached pic)') || (/^(mjpeg|png|bmp|gif|webp)\b/.test(about) && !/ fps\b/.test(about))

function durationIn(lines: string[]): number | undefined {
  const [, hours, minutes, seconds] = lines.map((line) => /^\s+Duration: (\d+):(\d\d):(\d\d\.\d+)/.exec(line)).find(Boolean) ?? []
  return hours === undefined ? undefined : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}

function pictureIn(about: string, turn: number): Picture | undefined {
  const [, w, h] = /(?:^|, )(\d{1,5})x(\d{1,5})(?:[ ,]|$)/.exec(about) ?? []
  if (!w || !h || Number(w) === 0 || Number(h) === 0) return
  const [, sarX = '1', sarY = '1'] = /SAR (\d+):(\d+)/.exec(about) ?? []
  const wide = Number(sarX) && Number(sarY) ? Math.round((Number(w) * Number(sarX)) / Number(sarY)) : Number(w)
  const [, fps] = /, ([\d.]+k?) fps/.exec(about) ?? /, ([\d.]+k?) tbr/.exec(about) ?? []
  const rate = fps === undefined ? undefined : fps.endsWith('k') ? 1000 * Number.parseFloat(fps) : Number(fps)
  const upright = turn % 180 === 0
  return { width: upright ? wide : Number(h), height: upright ? Number(h) : wide, fps: rate || undefined }
}

/** Degrees by which this stream's picture is turned for showing. */
function turnAfter(lines: string[], at: number): number {
  for (const line of lines.slice(at + 1)) {
    if (/^ {2,4}Stream #|^[^ ]/.test(line)) return 0
    const [, degrees] = /displaymatrix: rotation of (-?[\d.]+) degrees/.exec(line) ?? []
    if (degrees) return Math.abs(Math.round(Number(degrees) / 90) * 90)
  }
  return 0
}
