// The probe of a media file: duration, picture and sound, parsed from the output of `ffmpeg -i` (its package has no ffprobe).

export type Picture = {
  /** Pixels as displayed: turned upright, pixels square. */
  width: number
  height: number
  /** Frames per second; undefined: unknown. */
  fps: number | undefined
}
export type Probe = {
  /** Seconds, as the file declares them; undefined: unknown (a recording that was never closed). */
  duration: number | undefined
  picture: Picture | undefined
  /** Has sound. */
  sound: boolean
}

const stream = /^ {2,4}Stream #0:\d+.*?: (Video|Audio): (.*)$/

/** Parses the output of ffmpeg; undefined for a file that is no audio or video. */
export function readProbe(words: string): Probe | undefined {
  const lines = words.split(/\r?\n/)
  if (!lines.some((line) => line.startsWith('Input #0'))) return
  const probe: Probe = { duration: durationIn(lines), picture: undefined, sound: false }
  for (const [index, line] of lines.entries()) {
    const [, kind, description = ''] = stream.exec(line) ?? []
    if (kind === 'Audio' && !/^none\b/.test(description)) probe.sound = true
    if (kind !== 'Video' || isCover(description) || probe.picture) continue
    probe.picture = pictureIn(description, rotationAfter(lines, index))
  }
  return probe.picture || probe.sound ? probe : undefined
}

/** Whether a video stream is the cover of a song; not every version of ffmpeg marks it, but none gives it a frame rate. */
const isCover = (description: string) =>
  description.includes('(attached pic)') || (/^(mjpeg|png|bmp|gif|webp)\b/.test(description) && !/ fps\b/.test(description))

function durationIn(lines: string[]): number | undefined {
  const [, hours, minutes, seconds] = lines.map((line) => /^\s+Duration: (\d+):(\d\d):(\d\d\.\d+)/.exec(line)).find(Boolean) ?? []
  return hours === undefined ? undefined : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}

function pictureIn(description: string, rotation: number): Picture | undefined {
  const [, w, h] = /(?:^|, )(\d{1,5})x(\d{1,5})(?:[ ,]|$)/.exec(description) ?? []
  if (!w || !h || Number(w) === 0 || Number(h) === 0) return
  const [, sarX = '1', sarY = '1'] = /SAR (\d+):(\d+)/.exec(description) ?? []
  const wide = Number(sarX) && Number(sarY) ? Math.round((Number(w) * Number(sarX)) / Number(sarY)) : Number(w)
  const [, fps] = /, ([\d.]+k?) fps/.exec(description) ?? /, ([\d.]+k?) tbr/.exec(description) ?? []
  const rate = fps === undefined ? undefined : fps.endsWith('k') ? 1000 * Number.parseFloat(fps) : Number(fps)
  const upright = rotation % 180 === 0
  return { width: upright ? wide : Number(h), height: upright ? Number(h) : wide, fps: rate || undefined }
}

/** Degrees by which this stream's picture is turned for showing. */
function rotationAfter(lines: string[], index: number): number {
  for (const line of lines.slice(index + 1)) {
    if (/^ {2,4}Stream #|^[^ ]/.test(line)) return 0
    const [, degrees] = /displaymatrix: rotation of (-?[\d.]+) degrees/.exec(line) ?? []
    if (degrees) return Math.abs(Math.round(Number(degrees) / 90) * 90)
  }
  return 0
}
